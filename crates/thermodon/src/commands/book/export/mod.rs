//! `thermodon book export`.

mod html;
mod json;
mod text;

use std::io::Write;

use amazons::{Move, Position};
use anyhow::bail;
use book::{Book, BookKey, Provenance};
use search::Value;

use super::{ExportArgs, ExportFormat, open};
use crate::commands::write_atomic;

pub(super) fn run(args: &ExportArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let (book, _) = open::open(args.file.as_deref())?.into_book()?;
    let max_ply = args.max_ply.unwrap_or(u32::MAX);
    let content = match args.format {
        ExportFormat::Compact => {
            let Some(file) = &args.output else {
                bail!("--to compact needs --output FILE: a compact book is a binary file");
            };
            write_atomic(file, book.to_compact(&provenance(&book)))?;
            writeln!(
                out,
                "{} positions written to {}",
                book.len(),
                file.display()
            )?;
            return Ok(());
        }
        ExportFormat::Text => text::to_text(&book, max_ply),
        ExportFormat::Json => json::to_json(&book, max_ply),
        ExportFormat::Html => html::to_html(&book, args.max_ply.unwrap_or(html::DEFAULT_MAX_PLY))?,
    };
    match &args.output {
        Some(file) => write_atomic(file, content)?,
        None => out.write_all(content.as_bytes())?,
    }
    Ok(())
}

/// The searches of a book, and whether games have corrected it, in one line.
pub(super) fn provenance(book: &Book) -> String {
    let searches = book
        .provenances()
        .iter()
        .map(|text| Provenance::from_text(text).to_string());
    let is_corrected = book.nodes().any(|(_, node)| node.correction() != 0);
    let games = is_corrected.then(|| "corrected by game results".to_owned());
    searches.chain(games).collect::<Vec<_>>().join("; ")
}

/// A book move in the orientation of the position.
struct BookMoveView {
    mv: Move,
    value: Value,
    is_searched: bool,
    next: Position,
}

/// The book moves of a position, the best first.
fn book_moves(book: &Book, position: &Position) -> Vec<BookMoveView> {
    let (key, view) = BookKey::new(position);
    let choices = book.node(&key).map_or(&[][..], |node| node.moves());
    let back = view.inverse();
    let mut moves: Vec<BookMoveView> = choices
        .iter()
        .filter_map(|choice| {
            let mv = back.apply_to_move(choice.mv);
            Some(BookMoveView {
                mv,
                value: book.move_value(choice),
                is_searched: book.is_expanded(choice),
                next: position.after(mv).ok()?,
            })
        })
        .collect();
    moves.sort_by_key(|book_move| std::cmp::Reverse(book_move.value));
    moves
}
