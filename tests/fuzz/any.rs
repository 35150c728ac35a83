#![no_main]
//! All targets in one program: `pliego_fuzz::hold_any`.

pliego_fuzz::target!(|bytes| pliego_fuzz::hold_any(bytes));
