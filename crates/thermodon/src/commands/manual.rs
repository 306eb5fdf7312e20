//! `thermodon completions` and `thermodon man`.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::cli::Cli;

pub fn completions(shell: Shell, out: &mut dyn Write) -> anyhow::Result<()> {
    // The generator panics if it cannot write, so it writes to memory first.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "thermodon", &mut script);
    out.write_all(&script)?;
    Ok(())
}

/// Prints the main man page, or writes all of them to a directory.
pub fn man(dir: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut command = without_help_commands(Cli::command());
    command.build();
    match dir {
        None => Man::new(command).render(out)?,
        Some(dir) => {
            std::fs::create_dir_all(dir)
                .and_then(|()| clap_mangen::generate_to(command, dir))
                .with_context(|| format!("cannot write man pages to {}", dir.display()))?;
            writeln!(out, "man pages written to {}", dir.display())?;
        }
    }
    Ok(())
}

/// Removes the commands `help`, whose pages would repeat all others.
fn without_help_commands(command: Command) -> Command {
    command
        .disable_help_subcommand(true)
        .mut_subcommands(without_help_commands)
}
