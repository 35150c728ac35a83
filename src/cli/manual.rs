//! `completions` and `manpage`, from the definitions of the command line.

use anyhow::{Result, bail};
use clap::CommandFactory;
use clap_complete::Shell;

use super::args::Arguments;

/// The completion script for a shell.
pub(crate) fn render_completions(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "pliego", &mut script);
    script
}

/// The manual page of the program, or of one of its commands.
///
/// # Errors
///
/// When there is no such command.
pub(crate) fn render_manpage(command: Option<&str>) -> Result<Vec<u8>> {
    let mut program = Arguments::command();
    // Gives each command its full name (`pliego-build`) and the options of the program.
    program.build();
    let page = match command {
        None => clap_mangen::Man::new(program),
        Some(name) => match program.find_subcommand(name) {
            Some(found) => clap_mangen::Man::new(found.clone()),
            None => bail!("there is no command '{name}'; 'pliego help' lists them"),
        },
    };
    let mut text = Vec::new();
    page.render(&mut text)?;
    Ok(text)
}
