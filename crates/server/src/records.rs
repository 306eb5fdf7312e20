//! Converts game records to game trees and back.

use std::collections::HashMap;

use amazons::records::{
    self, Annotations, GameInfo as RecordInfo, NodeId, Property as RecordProperty, Record,
    RecordErrorCategory,
};
use amazons::{Color, Game as _};

use crate::dto::error::{ApiError, ErrorReason};
use crate::dto::position::parse_position;
use crate::dto::tree::{GameInfo, GameTree, Glyph, Property, TreeNode};

/// SGF properties and values of glyphs; the plain value of a property comes last.
const GLYPH_PROPERTIES: [(Glyph, &str, &str); 6] = [
    (Glyph::Brilliant, "TE", "2"),
    (Glyph::Good, "TE", "1"),
    (Glyph::Interesting, "IT", ""),
    (Glyph::Dubious, "DO", ""),
    (Glyph::Blunder, "BM", "2"),
    (Glyph::Mistake, "BM", "1"),
];

/// Converts a record to a tree.
pub fn record_to_tree(record: &Record) -> GameTree {
    let mut numbers = HashMap::new();
    let nodes = record.walk().zip(0..).map(|((_, id), number)| {
        numbers.insert(id, number);
        let parent = record.parent(id).and_then(|parent| numbers.get(&parent));
        node(record, id, number, parent.copied())
    });
    GameTree {
        start: record.start().to_text(),
        nodes: nodes.collect(),
        info: info_to_dto(&record.info),
    }
}

fn node(record: &Record, id: NodeId, number: u32, parent: Option<u32>) -> TreeNode {
    let annotations = record.annotations(id);
    let glyph = annotations.properties.iter().find_map(parse_glyph);
    let others = annotations.properties.iter();
    let others = others.filter(|property| parse_glyph(property).is_none());
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

/// The glyph of a property, if it is one of a move annotation.
fn parse_glyph(property: &RecordProperty) -> Option<Glyph> {
    let value = property.texts().next().unwrap_or_default();
    let mut named = GLYPH_PROPERTIES
        .iter()
        .filter(|(_, name, _)| *name == property.name());
    // An unknown value counts as the plain one.
    let mut exact = named.clone().filter(|(_, _, known)| *known == value);
    let found = exact.next().or_else(|| named.next_back());
    found.map(|&(glyph, _, _)| glyph)
}

/// Converts players, result and other facts about a game.
pub fn info_to_dto(info: &RecordInfo) -> GameInfo {
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

/// Converts a tree to a record. A comment between two moves is appended to that of the move before.
/// Fails if the tree is malformed, a move is illegal or a property name is invalid.
pub fn tree_to_record(tree: &GameTree) -> Result<Record, ApiError> {
    let mut record = Record::new(parse_position(&tree.start)?);
    record.info = record_info(&tree.info)?;
    let mut ids: HashMap<u32, NodeId> = HashMap::new();
    for (index, node) in tree.nodes.iter().enumerate() {
        let at = |message: String| ApiError::bad_request(format!("node {}: {message}", node.id));
        let parent = match node.parent {
            None if index == 0 => None,
            None => return Err(at("only the root has no parent".to_owned())),
            Some(parent) => Some(
                *ids.get(&parent)
                    .ok_or_else(|| at(format!("its parent {parent} does not come before it")))?,
            ),
        };
        let id = match (parent, &node.mv) {
            (None, None) => Record::ROOT,
            (None, Some(_)) => return Err(at("the root has no move".to_owned())),
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
            return Err(at("another node has the same id".to_owned()));
        }
        annotate(record.annotations_mut(id), node).map_err(|error| at(error.to_string()))?;
    }
    if tree.nodes.is_empty() {
        return Err(ApiError::bad_request("a tree has at least a root node"));
    }
    Ok(record)
}

fn annotate(
    annotations: &mut Annotations,
    node: &TreeNode,
) -> Result<(), records::InvalidPropertyNameError> {
    if !node.comment.is_empty() {
        if !annotations.comment.is_empty() {
            annotations.comment.push('\n');
        }
        annotations.comment.push_str(&node.comment);
    }
    annotations.evaluation = node.evaluation.or(annotations.evaluation);
    annotations.seconds = node.seconds.or(annotations.seconds);
    let glyph = GLYPH_PROPERTIES
        .iter()
        .find(|(glyph, _, _)| Some(*glyph) == node.glyph);
    if let Some((_, name, value)) = glyph {
        annotations
            .properties
            .push(RecordProperty::new(name, [value])?);
    }
    for Property { name, values } in &node.properties {
        let property = RecordProperty::new(name, values)?;
        if parse_glyph(&property).is_none() {
            annotations.properties.push(property);
        }
    }
    Ok(())
}

/// The error for a record that cannot be parsed.
pub fn invalid_record(error: records::RecordError) -> ApiError {
    let detail = error.to_string();
    let reason = match error.category() {
        RecordErrorCategory::UnknownFormat => ErrorReason::UnknownRecordFormat,
        RecordErrorCategory::WrongGame => ErrorReason::WrongGame,
        RecordErrorCategory::IllegalMove { ply } => ErrorReason::IllegalRecordMove { ply, detail },
        RecordErrorCategory::Syntax => {
            let records::Location { line, column } = error.location;
            ErrorReason::InvalidRecord {
                line,
                column,
                detail,
            }
        }
    };
    ApiError::bad_request(error).because(reason)
}

fn record_info(info: &GameInfo) -> Result<RecordInfo, ApiError> {
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
        written.result = info.result.parse().map_err(ApiError::bad_request)?;
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_one(text: &str) -> Record {
        let mut records = records::read(text).expect("valid record");
        records.remove(0)
    }

    #[test]
    fn records_survive_the_conversion_to_a_tree_and_back() {
        let game = "(;GM[18]PB[Ada]RE[B+R]C[Hello];B[djddgd]TE[2]LB[dd:1];W[addgad]BM[1]C[Hm])";
        let first = read_one(game);
        let tree = record_to_tree(&first);
        assert_eq!(tree.nodes.len(), 3);
        assert_eq!(tree.nodes[1].glyph, Some(Glyph::Brilliant));
        assert_eq!(tree.nodes[1].properties[0].name, "LB");
        assert_eq!(tree.nodes[2].glyph, Some(Glyph::Mistake));
        assert_eq!(tree.info.result, "B+R");
        let back = tree_to_record(&tree).expect("valid tree");
        assert_eq!(record_to_tree(&back), tree);
    }

    #[test]
    fn the_first_child_is_the_main_line() {
        let mut game = read_one("startpos moves d1-d7/g7 a7-b7/b1");
        let variation: amazons::Move = "g1-g6/d9".parse().expect("valid move");
        game.add_move(Record::ROOT, variation).expect("legal");
        let tree = record_to_tree(&game);
        let parents: Vec<_> = tree.nodes.iter().map(|node| node.parent).collect();
        assert_eq!(parents, [None, Some(0), Some(1), Some(0)]);
        assert_eq!(tree_to_record(&tree).expect("valid tree"), game);
    }

    #[test]
    fn malformed_trees_are_rejected() {
        let good = record_to_tree(&read_one("startpos moves d1-d7/g7 a7-b7/b1"));
        type Change = fn(&mut GameTree);
        let changes: [(Change, &str); 8] = [
            (|tree| tree.nodes.clear(), "at least a root"),
            (|tree| tree.nodes[1].parent = None, "only the root"),
            (
                |tree| tree.nodes[1].parent = Some(2),
                "does not come before",
            ),
            (|tree| tree.nodes[2].id = 1, "same id"),
            (
                |tree| tree.nodes[0].mv = Some("d1-d7/g7".to_owned()),
                "has no move",
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
            let error = tree_to_record(&bad).expect_err(word);
            assert!(error.message.contains(word), "{}", error.message);
        }
    }

    #[test]
    fn comments_between_moves_are_appended_to_the_move_before() {
        let mut tree = record_to_tree(&read_one("startpos moves d1-d7/g7"));
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
        let record = tree_to_record(&tree).expect("valid tree");
        assert_eq!(record_to_tree(&record).nodes[1].comment, "one\ntwo");
    }
}
