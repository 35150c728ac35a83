//! The program `pliego`: reads the command line, and tells how it ended.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
