//! A book as a page that needs nothing else: a board, the moves, and a way through them.

use std::fmt::Write;

use amazons::{Color, Position};
use anyhow::bail;
use book::Book;

use super::{provenance, ways};

/// How deep the page goes unless somebody wants more.
pub(super) const DEPTH: u32 = 8;

/// More moves than this make a page that no browser likes.
const MOST_MOVES: usize = 300_000;

const PAGE: &str = include_str!("explorer.html");

pub(super) fn write(book: &Book, depth: u32) -> anyhow::Result<String> {
    let root = book.start();
    let mut tree = String::new();
    let mut moves = 0;
    add(book, &root, depth, &mut tree, &mut moves);
    if moves > MOST_MOVES {
        bail!("{moves} moves are too many for a page: --depth takes fewer");
    }
    let squares = |color: Color| {
        let squares = root.amazons(color).iter();
        squares
            .map(|square| format!("\"{square}\""))
            .collect::<Vec<_>>()
            .join(",")
    };
    let burned = root.burned().iter().map(|square| format!("\"{square}\""));
    let data = format!(
        "{{\"columns\":{},\"rows\":{},\"white\":[{}],\"black\":[{}],\"burned\":[{}],\"first\":\"{}\",\"value\":{},\"positions\":{},\"provenance\":{},\"moves\":{tree}}}",
        root.size().columns(),
        root.size().rows(),
        squares(Color::White),
        squares(Color::Black),
        burned.collect::<Vec<_>>().join(","),
        root.to_move(),
        book.value().map_or(0, search::Value::thousandths),
        book.len(),
        serde_json::to_string(&provenance(book))?,
    );
    // Nothing in it can end the script: moves and numbers, and one text without a bracket.
    Ok(PAGE.replace("/*BOOK*/", &data.replace('<', "\\u003c")))
}

/// Every move as `["d1-d7/g7",value,searched,[…]]`.
fn add(book: &Book, position: &Position, depth: u32, tree: &mut String, moves: &mut usize) {
    tree.push('[');
    if depth > 0 && *moves <= MOST_MOVES {
        for (index, way) in ways(book, position).into_iter().enumerate() {
            *moves += 1;
            let comma = if index == 0 { "" } else { "," };
            let searched = u8::from(way.is_searched);
            // Writing to a String cannot fail.
            let _ = write!(
                tree,
                "{comma}[\"{}\",{},{searched},",
                way.mv,
                way.value.thousandths()
            );
            add(book, &way.next, depth - 1, tree, moves);
            tree.push(']');
        }
    }
    tree.push(']');
}
