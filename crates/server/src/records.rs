//! Game records as trees and back.

use std::collections::HashMap;

use amazons::records::{
    self, Annotations, GameInfo as RecordInfo, NodeId, Property as RecordProperty, Record,
};
use amazons::{Color, Game as _};

use crate::dto::position::read;
use crate::dto::problem::Refusal;
use crate::dto::tree::{GameInfo, Glyph, Property, Tree, TreeNode};

/// How records write glyphs.
const GLYPHS: [(Glyph, &str, &str); 6] = [
    (Glyph::Brilliant, "TE", "2"),
    (Glyph::Good, "TE", "1"),
    (Glyph::Interesting, "IT", ""),
    (Glyph::Doubtful, "DO", ""),
    (Glyph::Blunder, "BM", "2"),
    (Glyph::Bad, "BM", "1"),
];

/// A record as a tree.
#[must_use]
pub fn tree(record: &Record) -> Tree {
    let mut numbers = HashMap::new();
    let nodes = record.walk().zip(0..).map(|((_, id), number)| {
        numbers.insert(id, number);
        let parent = record.parent(id).and_then(|parent| numbers.get(&parent));
        node(record, id, number, parent.copied())
    });
    Tree {
        start: record.start().to_text(),
        nodes: nodes.collect(),
        info: info(&record.info),
    }
}

fn node(record: &Record, id: NodeId, number: u32, parent: Option<u32>) -> TreeNode {
    let annotations = record.annotations(id);
    let glyph = annotations.properties.iter().find_map(glyph_of);
    let others = annotations.properties.iter();
    let others = others.filter(|property| glyph_of(property).is_none());
    TreeNode {
        id: number,
        parent,
        mv: record.move_of(id).map(|mv| mv.to_string()),
        comment: annotations.comment.clone(),
        glyph,
        evaluation: annotations.evaluation.filter(|number| number.is_finite()),
        seconds: annotations.seconds.filter(|number| number.is_finite()),
        properties: others
            .map(|property| Property {
                name: property.name().to_owned(),
                values: property.texts().collect(),
            })
            .collect(),
    }
}

/// What a property says about the quality of its move, if it does.
fn glyph_of(property: &RecordProperty) -> Option<Glyph> {
    let value = property.texts().next().unwrap_or_default();
    let mut named = GLYPHS
        .iter()
        .filter(|(_, name, _)| *name == property.name());
    // Whatever is not the strongest word is the plain one.
    let mut glyphs = named.clone().filter(|(_, _, said)| *said == value);
    let found = glyphs.next().or_else(|| named.next_back());
    found.map(|&(glyph, _, _)| glyph)
}

/// What a record says about the game as a whole.
#[must_use]
pub fn info(info: &RecordInfo) -> GameInfo {
    let result = match info.result.winner() {
        Some(_) => info.result.to_string(),
        None => String::new(),
    };
    GameInfo {
        black: info.players[Color::Black].clone(),
        white: info.players[Color::White].clone(),
        result,
        date: info.date.clone(),
        event: info.event.clone(),
        place: info.place.clone(),
        rules: info.rules.clone(),
    }
}

/// A tree as a record. Remarks between two moves become part of what is said about the move before.
///
/// # Errors
/// If it is no tree, a move is not legal or a property has no name.
pub fn record(tree: &Tree) -> Result<Record, Refusal> {
    let mut record = Record::new(read(&tree.start)?);
    record.info = record_info(&tree.info)?;
    let mut ids: HashMap<u32, NodeId> = HashMap::new();
    for (place, node) in tree.nodes.iter().enumerate() {
        let at = |sentence: String| Refusal::bad_request(format!("node {}: {sentence}", node.id));
        let parent = match node.parent {
            None if place == 0 => None,
            None => return Err(at("only the first node has no parent".to_owned())),
            Some(parent) => Some(
                *ids.get(&parent)
                    .ok_or_else(|| at(format!("its parent, {parent}, does not come before it")))?,
            ),
        };
        let id = match (parent, &node.mv) {
            (None, None) => Record::ROOT,
            (None, Some(_)) => return Err(at("the start is no move".to_owned())),
            (Some(parent), None) => parent,
            (Some(parent), Some(text)) => {
                let mv = amazons::notation::parse_move(&record.position(parent), text)
                    .map_err(|error| at(error.to_string()))?;
                record
                    .add_move(parent, mv)
                    .map_err(|error| at(error.to_string()))?
            }
        };
        if ids.insert(node.id, id).is_some() {
            return Err(at("there are two nodes of that number".to_owned()));
        }
        annotate(record.annotations_mut(id), node).map_err(|error| at(error.to_string()))?;
    }
    if tree.nodes.is_empty() {
        return Err(Refusal::bad_request(
            "a tree has at least the node of its start",
        ));
    }
    Ok(record)
}

fn annotate(
    annotations: &mut Annotations,
    node: &TreeNode,
) -> Result<(), records::NotAPropertyName> {
    if !node.comment.is_empty() {
        if !annotations.comment.is_empty() {
            annotations.comment.push('\n');
        }
        annotations.comment.push_str(&node.comment);
    }
    annotations.evaluation = node.evaluation.or(annotations.evaluation);
    annotations.seconds = node.seconds.or(annotations.seconds);
    let glyph = GLYPHS
        .iter()
        .find(|(glyph, _, _)| Some(*glyph) == node.glyph);
    if let Some((_, name, value)) = glyph {
        annotations
            .properties
            .push(RecordProperty::new(name, [value])?);
    }
    for Property { name, values } in &node.properties {
        let property = RecordProperty::new(name, values)?;
        if glyph_of(&property).is_none() {
            annotations.properties.push(property);
        }
    }
    Ok(())
}

fn record_info(info: &GameInfo) -> Result<RecordInfo, Refusal> {
    let mut written = RecordInfo {
        date: info.date.clone(),
        event: info.event.clone(),
        place: info.place.clone(),
        rules: info.rules.clone(),
        ..RecordInfo::default()
    };
    written.players[Color::Black].clone_from(&info.black);
    written.players[Color::White].clone_from(&info.white);
    if !info.result.is_empty() {
        written.result = info.result.parse().map_err(Refusal::bad_request)?;
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_one(text: &str) -> Record {
        let mut records = records::read(text).expect("it is a record");
        records.remove(0)
    }

    #[test]
    fn nothing_is_lost_on_the_way_to_a_tree_and_back() {
        let game = "(;GM[18]PB[Ada]RE[B+R]C[Hello];B[djddgd]TE[2]LB[dd:1];W[addgad]BM[1]C[Hm])";
        let first = read_one(game);
        let tree = tree(&first);
        assert_eq!(tree.nodes.len(), 3);
        assert_eq!(tree.nodes[1].glyph, Some(Glyph::Brilliant));
        assert_eq!(tree.nodes[1].properties[0].name, "LB");
        assert_eq!(tree.nodes[2].glyph, Some(Glyph::Bad));
        assert_eq!(tree.info.result, "B+R");
        let back = record(&tree).expect("it is a record again");
        assert_eq!(super::tree(&back), tree);
    }

    #[test]
    fn the_first_child_is_the_main_line() {
        let mut game = read_one("startpos moves d1-d7/g7 a7-b7/b1");
        let variation: amazons::Move = "g1-g6/d9".parse().expect("a move");
        game.add_move(Record::ROOT, variation).expect("legal");
        let tree = tree(&game);
        let parents: Vec<_> = tree.nodes.iter().map(|node| node.parent).collect();
        assert_eq!(parents, [None, Some(0), Some(1), Some(0)]);
        assert_eq!(record(&tree).expect("a record"), game);
    }

    #[test]
    fn what_is_no_tree_is_refused_with_a_sentence() {
        let good = tree(&read_one("startpos moves d1-d7/g7 a7-b7/b1"));
        type Change = fn(&mut Tree);
        let changes: [(Change, &str); 8] = [
            (|tree| tree.nodes.clear(), "at least"),
            (|tree| tree.nodes[1].parent = None, "only the first"),
            (
                |tree| tree.nodes[1].parent = Some(2),
                "does not come before",
            ),
            (|tree| tree.nodes[2].id = 1, "two nodes"),
            (
                |tree| tree.nodes[0].mv = Some("d1-d7/g7".to_owned()),
                "no move",
            ),
            (|tree| tree.nodes[2].mv = Some("a7-b9/b1".to_owned()), "a7"),
            (|tree| tree.info.result = "draw".to_owned(), "result"),
            (
                |tree| {
                    let (name, values) = ("no name".to_owned(), Vec::new());
                    tree.nodes[2].properties.push(Property { name, values });
                },
                "property",
            ),
        ];
        for (change, word) in changes {
            let mut bad = good.clone();
            change(&mut bad);
            let refusal = record(&bad).expect_err(word);
            assert!(refusal.sentence.contains(word), "{}", refusal.sentence);
        }
    }

    #[test]
    fn remarks_become_part_of_the_move_before() {
        let mut tree = tree(&read_one("startpos moves d1-d7/g7"));
        tree.nodes[1].comment = "one".to_owned();
        tree.nodes.push(TreeNode {
            id: 7,
            parent: Some(1),
            mv: None,
            comment: "two".to_owned(),
            glyph: None,
            evaluation: None,
            seconds: None,
            properties: Vec::new(),
        });
        let record = record(&tree).expect("a record");
        assert_eq!(super::tree(&record).nodes[1].comment, "one\ntwo");
    }
}
