//! `thermodon book`: openings that are worth knowing.

mod arguments;
mod building;
mod changing;
mod exporting;
mod importing;
mod opening;
mod progress;
mod searching;
mod showing;
mod sparring;
mod statistics;
mod trying;

use std::io::Write;

pub use arguments::{
    Action, Arguments, Build, Export, Form, Import, Merge, Prune, Searching, Show, Stats, Trial,
};

/// Does what was asked for.
///
/// # Errors
/// If a book cannot be read or written, a search fails, or it was interrupted.
pub fn run(options: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    match &options.action {
        Action::Build(options) => building::run(options, out),
        Action::Show(options) => showing::run(options, out),
        Action::Stats(options) => statistics::run(options, out),
        Action::Export(options) => exporting::run(options, out),
        Action::Prune(options) => changing::prune(options, out),
        Action::Merge(options) => changing::merge(options, out),
        Action::Trial(options) => trying::run(options, out),
        Action::Import(options) => importing::run(options, out),
    }
}
