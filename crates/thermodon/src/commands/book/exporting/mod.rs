//! `thermodon book export`.

mod html;
mod json;
mod text;

use std::fs;
use std::io::Write;
use std::path::Path;

use amazons::{Move, Position};
use anyhow::{Context, bail};
use book::{Book, Key, Provenance};
use search::Value;

use super::{Export, Form, opening};
use crate::commands::write_whole;

pub(super) fn run(options: &Export, out: &mut dyn Write) -> anyhow::Result<()> {
    let (book, _) = opening::open(options.file.as_deref())?.into_book()?;
    let depth = options.depth.unwrap_or(u32::MAX);
    let content = match options.to {
        Form::Compact => {
            let Some(file) = &options.output else {
                bail!("a compact book is no text: --output says where to write it");
            };
            write_bytes(file, &book.to_compact(&provenance(&book)))
                .with_context(|| format!("cannot write {}", file.display()))?;
            writeln!(out, "{} positions are in {}", book.len(), file.display())?;
            return Ok(());
        }
        Form::Text => text::write(&book, depth),
        Form::Json => json::write(&book, depth),
        Form::Html => html::write(&book, options.depth.unwrap_or(html::DEPTH))?,
    };
    match &options.output {
        Some(file) => write_whole(file, &content)
            .with_context(|| format!("cannot write {}", file.display()))?,
        None => out.write_all(content.as_bytes())?,
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

/// Who searched for a book, and whether games have corrected that, in a line.
pub(super) fn provenance(book: &Book) -> String {
    let searches = book
        .provenances()
        .iter()
        .map(|text| Provenance::read(text).to_string());
    let is_corrected = book.nodes().any(|(_, node)| node.correction() != 0);
    let games = is_corrected.then(|| "corrected by how games from its positions ended".to_owned());
    searches.chain(games).collect::<Vec<_>>().join("; ")
}

/// A move of the book as it is seen where it is played.
struct Way {
    mv: Move,
    value: Value,
    is_searched: bool,
    next: Position,
}

/// The moves of the book in a position, the best first; none where it has none.
fn ways(book: &Book, position: &Position) -> Vec<Way> {
    let (key, view) = Key::of(position);
    let choices = book.node(&key).map_or(&[][..], |node| node.choices());
    let back = view.inverse();
    let mut ways: Vec<Way> = choices
        .iter()
        .filter_map(|choice| {
            let mv = back.of_move(choice.mv);
            Some(Way {
                mv,
                value: book.value_of(choice),
                is_searched: book.is_searched(choice),
                next: position.after(mv).ok()?,
            })
        })
        .collect();
    ways.sort_by_key(|way| std::cmp::Reverse(way.value));
    ways
}
