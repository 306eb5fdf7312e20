//! A book as JSON: every searched position once, in its canonical orientation.

use amazons::Game;
use book::{Book, BookKey, Provenance};
use search::Value;
use serde_json::json;

pub(super) fn write(book: &Book, max_ply: u32) -> String {
    let bounds = book.bounds();
    let mut keys: Vec<(u32, &BookKey)> = book
        .nodes()
        .map(|(key, node)| (book.depth(node.position()), key))
        .filter(|&(depth, _)| depth <= max_ply)
        .collect();
    keys.sort_unstable();
    let nodes = keys.into_iter().filter_map(|(depth, key)| {
        let node = book.node(key)?;
        let moves = node.moves().iter().map(|choice| {
            json!({
                "move": choice.mv.to_string(),
                "value": book.move_value(choice).millilogits(),
                "estimate": choice.parent_estimate.millilogits(),
                "visits": choice.visits,
                "searched": book.is_expanded(choice),
                "to": choice.child.position().map(|position| position.to_text()),
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
            "provenance": book.provenances().iter().position(|text| text == book.provenance(node)),
            "moves": moves.collect::<Vec<_>>(),
        }))
    });
    let provenances = book
        .provenances()
        .iter()
        .map(|text| Provenance::from_text(text));
    let report = json!({
        "root": book.root().to_text(),
        "provenances": provenances.collect::<Vec<_>>(),
        "positions": nodes.collect::<Vec<_>>(),
    });
    format!("{report:#}\n")
}
