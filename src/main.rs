//! The program `pliego`.

mod cli;

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Making a book allocates and frees memory some hundred thousand times, on several
/// threads. With this allocator it takes nine tenths of the time that it takes with the
/// system's. Huge pages stay off: they would save as much again, and take twice the
/// memory.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    cli::main()
}
