#![no_main]
//! See `src/typeset/trials.rs`.

pliego_fuzz::target!(|bytes| pliego_fuzz::trials::check_pages(bytes));
