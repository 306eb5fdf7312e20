//! A book as JSON: every searched position once, in its canonical orientation.
//!
//! Values are for the side to move; estimates are in millilogits.

use amazons::Game;
use book::{Book, BookKey, Provenance};
use search::Value;
use serde_json::json;

/// The positions up to `max_ply` plies from the root, by depth.
pub(super) fn to_json(book: &Book, max_ply: u32) -> String {
    let bounds = book.bounds();
    let mut keys: Vec<(u32, &BookKey)> = book
        .nodes()
        .map(|(key, node)| (book.depth(node.position()), key))
        .filter(|&(depth, _)| depth <= max_ply)
        .collect();
    keys.sort_unstable();
    let nodes = keys.into_iter().filter_map(|(depth, key)| {
        let node = book.node(key)?;
        let moves = node.moves().iter().map(|book_move| {
            json!({
                "move": book_move.mv.to_string(),
                "value": book.move_value(book_move).millilogits(),
                "estimate": book_move.parent_estimate.millilogits(),
                "visits": book_move.visits,
                "searched": book.is_expanded(book_move),
                "to": book_move.child.position().map(|position| position.to_text()),
            })
        });
        let bounds = bounds.get(key);
        Some(json!({
            "position": node.position().to_text(),
            "depth": depth,
            "value": node.value().millilogits(),
            "bounds": bounds.map(|bounds| [bounds.low, bounds.high].map(Value::millilogits)),
            "outside": node.best_deviation().map(Value::millilogits),
            "visits": node.visits(),
            // Index into `provenances`.
            "provenance": book.provenances().iter().position(|text| text == book.provenance(node)),
            "moves": moves.collect::<Vec<_>>(),
        }))
    });
    let provenances = book
        .provenances()
        .iter()
        .map(|text| Provenance::from_text(text));
    let book_json = json!({
        "root": book.root().to_text(),
        "provenances": provenances.collect::<Vec<_>>(),
        "positions": nodes.collect::<Vec<_>>(),
    });
    format!("{book_json:#}\n")
}
