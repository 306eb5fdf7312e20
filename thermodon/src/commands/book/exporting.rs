//! `thermodon book export`.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use book::{Book, Provenance, Store};

use super::{Export, Form};

pub(super) fn run(options: &Export, out: &mut dyn Write) -> anyhow::Result<()> {
    let (_store, book) = Store::open(&options.file)?;
    match options.to {
        Form::Compact => {
            let Some(file) = &options.output else {
                bail!("a compact book is no text: --output says where to write it");
            };
            write_bytes(file, &book.to_compact(&provenance(&book)))
                .with_context(|| format!("cannot write {}", file.display()))?;
            writeln!(out, "{} positions are in {}", book.len(), file.display())?;
        }
        _ => bail!("not yet"),
    }
    Ok(())
}

/// Beside the file and then in its place, so that nobody ever sees half of it.
fn write_bytes(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".part");
    fs::write(&beside, bytes)?;
    fs::rename(&beside, file)
}

/// Who searched for a book, in a line.
pub(super) fn provenance(book: &Book) -> String {
    let all = book
        .provenances()
        .iter()
        .map(|text| Provenance::read(text).to_string());
    all.collect::<Vec<_>>().join("; ")
}
