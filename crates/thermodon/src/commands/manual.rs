//! `thermodon completions` and `thermodon man`: what other programs make of the command line's
//! definition.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::cli::CommandLine;

/// Prints the completions for a shell.
pub fn completions(shell: Shell, out: &mut dyn Write) -> anyhow::Result<()> {
    // The generator panics where it cannot write, so it writes to memory first.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut CommandLine::command(), "thermodon", &mut script);
    out.write_all(&script)?;
    Ok(())
}

/// Prints the main man page, or writes all of them into a folder.
pub fn man(folder: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut command = CommandLine::command();
    command.build();
    match folder {
        None => Man::new(command).render(out)?,
        Some(folder) => {
            std::fs::create_dir_all(folder)
                .and_then(|()| clap_mangen::generate_to(command, folder))
                .with_context(|| format!("cannot write man pages to {}", folder.display()))?;
            writeln!(out, "man pages written to {}", folder.display())?;
        }
    }
    Ok(())
}
