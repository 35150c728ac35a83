//! The command line: arguments, console, reports, progress, and the disk.
//!
//! This is part of the program, not of the library: it uses only what the library's page
//! (`lib.rs`) exports.

mod args;
mod asked_files;
mod audit;
mod build;
mod built_book;
mod cache_dir;
mod console;
mod counts;
mod designs;
mod desk;
#[cfg(feature = "hunspell")]
mod dictionaries;
mod dump;
mod explain;
mod finding_formats;
mod findings;
mod fonts;
mod identification;
mod init;
mod inputs;
mod jobs;
mod lint;
mod manifest;
mod manual;
mod new;
mod panics;
mod patterns;
mod preflight;
mod presses;
mod progress;
mod recover;
mod report;
mod report_types;
mod sandbox;
mod schema_args;
mod shard;
mod source_args;
mod summary;
mod words;

use std::io::{self, ErrorKind};
use std::process::{self, ExitCode};

use anyhow::{Context, Error, Result, anyhow, bail};
use clap::Parser;
use pliego::project::designs::built_in_designs;
use pliego::project::schema::{write_json_schema, write_reference};
use pliego::{cover_templates, disk};

use args::{Arguments, Command};
use console::Console;
use desk::DeskOutside;
use fonts::open_fonts;
use panics::silence_font_crate_panics;
use patterns::expand_patterns;
use report::RunOutcome;
use report_types::write_report_schema;
use schema_args::SchemaArguments;

/// Exit status of success.
const DONE: u8 = 0;
/// Exit status when there is a finding that `--deny` names.
const DENIED: u8 = 1;
/// Exit status of failure.
const FAILED: u8 = 2;

/// Reads and runs the command line, and returns the exit status.
pub(crate) fn main() -> ExitCode {
    silence_font_crate_panics();
    let mut arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(refusal) => {
            // Help and version end here too. A closed stream is not a failure.
            let _ = refusal.print();
            return ExitCode::from(u8::try_from(refusal.exit_code()).unwrap_or(FAILED));
        }
    };
    let outcome =
        expand_patterns(&mut arguments.command).and_then(|()| run_in_sandbox(&arguments));
    match outcome {
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

/// Enters the sandbox, and runs the command.
fn run_in_sandbox(arguments: &Arguments) -> Result<RunOutcome> {
    let outside = DeskOutside::prepare(&arguments.command)?;
    // Before the signal handler and rayon start threads, which would stay outside, and before
    // any document is opened.
    let _made = (!arguments.no_sandbox).then(|| sandbox::enter(&arguments.command));
    stop_on_interrupt(arguments.color);
    if let Some(jobs) = arguments.jobs {
        // It fails only if the threads are there already.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs.into());
        let _ = pool.build_global();
    }
    run_command(arguments, outside)
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

fn run_command(
    arguments: &Arguments,
    outside: Option<DeskOutside<'_>>,
) -> Result<RunOutcome> {
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
        Command::Desk { .. } | Command::Preview(_) => {
            desk::open_desk(outside.context("the desk has no port")?, console(false))?;
        }
        Command::Shard(shard) => {
            return shard::make_shard(shard, console(shard.quiet));
        }
        Command::Words(words) => words::write_words(words, console(words.quiet))?,
        Command::Init(init) => init::write_project(init, console(false))?,
        Command::Explain { code } => {
            let text = explain::explain_finding(code.as_deref())?;
            console::print_bytes(text.as_bytes())?;
        }
        Command::Designs { name } => {
            let files = built_in_designs();
            let text = designs::describe_files("design", files, name.as_deref())?;
            console::print_bytes(text.as_bytes())?;
        }
        Command::Covers { name } => {
            let files = cover_templates();
            let text = designs::describe_files("cover", files, name.as_deref())?;
            console::print_bytes(text.as_bytes())?;
        }
        Command::New(new) => new::create_project(new, console(false))?,
        Command::Dump(dump) => dump::dump_stage(dump)?,
        Command::Fonts(fonts) => {
            console::print_bytes(open_fonts(fonts.fonts.as_deref())?.list().as_bytes())?;
        }
        Command::Schema(schema) => {
            console::print_bytes(write_schema(schema)?.as_bytes())?;
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

/// The JSON Schema of a file, or its reference.
fn write_schema(schema: &SchemaArguments) -> Result<String> {
    match (schema.file.kind(), schema.markdown) {
        (Some(kind), true) => Ok(write_reference(kind)),
        (Some(kind), false) => Ok(write_json_schema(kind)),
        (None, false) => Ok(write_report_schema()),
        (None, true) => {
            bail!(
                "--markdown is only for files that people write; leave it out for the report"
            )
        }
    }
}
