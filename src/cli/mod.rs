//! The command line: arguments, console, reports, progress, and the disk.
//!
//! This is part of the program, not of the library: it uses only what the library's page
//! (`lib.rs`) exports.

mod args;
mod audit;
mod build;
mod built_book;
mod cache_dir;
mod console;
mod counts;
#[cfg(feature = "hunspell")]
mod dictionaries;
mod dump;
mod findings;
mod fonts;
mod identification;
mod inputs;
mod jobs;
mod manual;
mod new;
mod panics;
mod preflight;
mod presses;
mod progress;
mod recover;
mod report;
mod source_args;
mod summary;

use std::io::{self, ErrorKind};
use std::process::{self, ExitCode};

use anyhow::{Error, Result, anyhow};
use clap::Parser;
use pliego::disk;
use pliego::project::schema::{write_json_schema, write_reference};

use args::{Arguments, Command};
use console::Console;
use fonts::open_fonts;
use panics::silence_font_crate_panics;
use report::RunOutcome;

/// Exit status of success.
const DONE: u8 = 0;
/// Exit status when there is a finding that `--deny` names.
const DENIED: u8 = 1;
/// Exit status of failure.
const FAILED: u8 = 2;

/// Reads and runs the command line, and returns the exit status.
pub(crate) fn main() -> ExitCode {
    silence_font_crate_panics();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(refusal) => {
            // Help and version end here too. A closed stream is not a failure.
            let _ = refusal.print();
            return ExitCode::from(u8::try_from(refusal.exit_code()).unwrap_or(FAILED));
        }
    };
    stop_on_interrupt(arguments.color);
    match run_command(&arguments) {
        Ok(RunOutcome::Done) => ExitCode::from(DONE),
        Ok(RunOutcome::Denied) => ExitCode::from(DENIED),
        Ok(RunOutcome::Failed) => ExitCode::from(FAILED),
        // The program that reads the output has closed the pipe, as `head` does.
        Err(error) if is_closed_pipe(&error) => ExitCode::from(DONE),
        Err(error) => {
            Console::new(arguments.color, false).print_error(&error);
            ExitCode::from(FAILED)
        }
    }
}

/// Lets a user or the system stop the program at any moment (Ctrl-C). Files that are being
/// renamed get their names, and none is left half written or under a temporary name.
fn stop_on_interrupt(color: args::ColorChoice) {
    // Without a handler, the system stops the program as usual.
    let _ = ctrlc::set_handler(move || {
        let _held = disk::clean_up();
        Console::new(color, false).print_error(&anyhow!("interrupted; run it again"));
        #[expect(clippy::exit, reason = "the other threads are still at work")]
        process::exit(FAILED.into());
    });
}

fn run_command(arguments: &Arguments) -> Result<RunOutcome> {
    let console = |quiet| Console::new(arguments.color, quiet);
    match &arguments.command {
        Command::Build(build) => {
            return build::build_and_write(
                build,
                console(build.editions.reporting.quiet),
            );
        }
        Command::Check(check) => {
            return build::check(check, console(check.editions.reporting.quiet));
        }
        Command::Audit(audit) => {
            return audit::audit_edition(audit, console(audit.quiet));
        }
        Command::Preflight(look) => {
            return preflight::preflight_file(look, console(look.reporting.quiet));
        }
        Command::Recover(recover) => {
            recover::recover_files(recover, console(recover.quiet))?;
        }
        Command::New(new) => new::create_project(new, console(false))?,
        Command::Dump(dump) => dump::dump_stage(dump)?,
        Command::Fonts(fonts) => {
            console::print_bytes(open_fonts(fonts.fonts.as_deref())?.list().as_bytes())?;
        }
        Command::Schema(schema) => {
            let kind = schema.file.into();
            let text = if schema.markdown {
                write_reference(kind)
            } else {
                write_json_schema(kind)
            };
            console::print_bytes(text.as_bytes())?;
        }
        Command::Presses(presses) => {
            console::print_bytes(
                presses::describe_presses(presses.name.as_deref())?.as_bytes(),
            )?;
        }
        Command::Completions { shell } => {
            console::print_bytes(&manual::render_completions(*shell))?;
        }
        Command::Manpage { command } => {
            console::print_bytes(&manual::render_manpage(command.as_deref())?)?;
        }
    }
    Ok(RunOutcome::Done)
}

fn is_closed_pipe(error: &Error) -> bool {
    error.chain().any(|cause| {
        let cause = cause.downcast_ref::<io::Error>();
        cause.is_some_and(|cause| cause.kind() == ErrorKind::BrokenPipe)
    })
}
