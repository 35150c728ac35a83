#![no_main]
//! See `promises`.

pliego_fuzz::target!("read_ocr");
