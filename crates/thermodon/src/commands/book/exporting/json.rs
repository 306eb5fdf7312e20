//! A book as JSON: every searched position once, in its canonical form.

use amazons::Game;
use book::{Book, Key, Provenance};
use search::Value;
use serde_json::json;

pub(super) fn write(book: &Book, depth: u32) -> String {
    let bounds = book.bounds();
    let mut keys: Vec<(u32, &Key)> = book
        .nodes()
        .map(|(key, node)| (book.depth(node.position()), key))
        .filter(|&(here, _)| here <= depth)
        .collect();
    keys.sort_unstable();
    let nodes = keys.into_iter().filter_map(|(depth, key)| {
        let node = book.node(key)?;
        let moves = node.choices().iter().map(|choice| {
            json!({
                "move": choice.mv.to_string(),
                "value": book.value_of(choice).thousandths(),
                "estimate": choice.estimate.thousandths(),
                "visits": choice.visits,
                "searched": book.is_searched(choice),
                "to": choice.child.position().ok().map(|position| position.to_text()),
            })
        });
        let bounds = bounds.get(key);
        Some(json!({
            "position": node.position().to_text(),
            "depth": depth,
            "value": node.value().thousandths(),
            "bounds": bounds.map(|bounds| [bounds.low, bounds.high].map(Value::thousandths)),
            "outside": node.outside().map(Value::thousandths),
            "visits": node.visits(),
            "provenance": book.provenances().iter().position(|text| text == book.provenance(node)),
            "moves": moves.collect::<Vec<_>>(),
        }))
    });
    let provenances = book.provenances().iter().map(|text| Provenance::read(text));
    let all = json!({
        "root": book.root().to_text(),
        "provenances": provenances.collect::<Vec<_>>(),
        "positions": nodes.collect::<Vec<_>>(),
    });
    format!("{all:#}\n")
}
