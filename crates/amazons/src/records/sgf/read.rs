//! Reads SGF.

use game::Color;

use super::super::bracket_syntax::{RawProperty, Tree, read_games};
use super::super::builder::RecordBuilder;
use super::super::error::{ParseError, RecordError, RecordErrorKind};
use super::super::info::{GameInfo, check_game};
use super::super::property::{Property, SeenProperties, color_from_name, unescape, unescape_line};
use super::super::record::{NodeId, Record};
use super::super::result::{GameResult, WinReason, parse_decimal};
use super::super::start_layout::StartLayout;
use super::points::read_move;
use super::setup::{Setup, is_setup_property, read_side_to_move, read_size};
use crate::position::Position;
use crate::square::BoardSize;

/// Reads all games of a file; `layout` is the default start layout.
pub(in super::super) fn read_with_layout(
    text: &str,
    layout: StartLayout,
) -> Result<Vec<Record>, RecordError> {
    read_games(text, |tree| read_game(tree, layout))
}

fn read_game(tree: &Tree, layout: StartLayout) -> Result<Record, ParseError> {
    if let Some(game) = tree.properties(0).iter().find(|one| one.name == "GM") {
        check_game(tree.value(game)).map_err(|kind| game.error(kind))?;
    }
    let size = read_size(tree)?;
    let setup_nodes = setup_nodes(tree);
    let mut setup = Setup::default();
    for &node in &setup_nodes {
        setup.apply(tree, node, size)?;
    }
    let start = start(tree, size, &setup, layout)?;
    let mut reader = Reader {
        tree,
        size,
        builder: RecordBuilder::new(start),
        nodes: Vec::with_capacity(tree.len()),
    };
    for node in 0..tree.len() {
        // The set-up nodes are the first nodes of the tree.
        reader.node(node, node < setup_nodes.len())?;
    }
    let mut record = reader.builder.record;
    set_result_from_end_marker(&mut record);
    Ok(record)
}

/// The nodes in which the board may be set up: those before the first move and the first
/// variation. The root may also contain a move.
fn setup_nodes(tree: &Tree) -> Vec<usize> {
    let mut nodes = Vec::new();
    for node in tree.main_line() {
        let has_move = moves_in(tree, node).next().is_some();
        if node == 0 || !has_move {
            nodes.push(node);
        }
        if has_move || tree.child_count(node) != 1 {
            break;
        }
    }
    nodes
}

/// Player, text and offset of the moves in a node.
fn moves_in<'a, 't>(
    tree: &'a Tree<'t>,
    node: usize,
) -> impl Iterator<Item = (Color, &'t str, usize)> + use<'a, 't> {
    tree.properties(node).iter().filter_map(|property| {
        let mover = color_from_name(&property.name)?;
        let value = tree.value(property);
        parse_end_marker(value)
            .is_none()
            .then_some((mover, value, property.offset))
    })
}

/// Parses the text that some files have in place of a move of the loser, such as `resign`.
pub(in super::super) fn parse_end_marker(value: &str) -> Option<WinReason> {
    match value.trim().to_ascii_lowercase().as_str() {
        "resign" | "resigned" | "resigns" => Some(WinReason::Resignation),
        "timeout" | "time" => Some(WinReason::Time),
        _ => None,
    }
}

fn start(
    tree: &Tree,
    size: BoardSize,
    setup: &Setup,
    layout: StartLayout,
) -> Result<Position, ParseError> {
    let mut moves = tree.main_line().flat_map(|node| moves_in(tree, node));
    if let Some(board) = setup.board {
        let first_mover = moves.next().map(|(mover, ..)| mover);
        let to_move = setup.to_move.or(first_mover).unwrap_or(Color::Black);
        return Ok(board.with_to_move(to_move));
    }
    // The line ends at the first invalid move, which is reported later.
    let line = moves.map_while(|(mover, text, _)| Some((mover, read_move(size, text, 0).ok()?)));
    layout
        .infer_start(size, setup.to_move, line)
        .map_err(|kind| ParseError::new(tree.offset(0), kind))
}

/// Builds a record from a tree.
struct Reader<'a, 't> {
    tree: &'a Tree<'t>,
    size: BoardSize,
    builder: RecordBuilder,
    /// The record's node of every tree node so far.
    nodes: Vec<NodeId>,
}

impl Reader<'_, '_> {
    fn node(&mut self, node: usize, is_setup_node: bool) -> Result<(), ParseError> {
        let tree = self.tree;
        if let Some(&parent) = self.nodes.get(tree.parent(node)) {
            self.builder.rewind_to(parent);
        }
        self.enter(node)?;
        self.nodes.push(self.builder.node());
        let mut has_move = false;
        let mut seen = SeenProperties::default();
        for property in tree.properties(node) {
            let name = &*property.name;
            if color_from_name(name).is_some() && parse_end_marker(tree.value(property)).is_none() {
                if has_move || tree.values(property).len() > 1 {
                    return Err(property.error(RecordErrorKind::MultipleMoves));
                }
                has_move = true;
            } else if is_setup_property(name) {
                self.check_setup(property, is_setup_node)?;
            } else if !seen.is_repeated(name) {
                self.annotate(node, property);
            }
        }
        Ok(())
    }

    /// Plays the move of a node, or adds an empty node if it has annotations.
    fn enter(&mut self, node: usize) -> Result<(), ParseError> {
        let tree = self.tree;
        let is_root = node == 0;
        if let Some((mover, text, offset)) = moves_in(tree, node).next() {
            let played = read_move(self.size, text, self.builder.next_ply())
                .and_then(|mv| self.builder.play(Some(mover), mv));
            return played.map_err(|kind| ParseError::new(offset, kind));
        }
        let mut properties = tree.properties(node).iter();
        let is_empty = properties.all(|property| match &*property.name {
            "C" => comment(tree, property).is_empty(),
            name => is_setup_property(name),
        });
        // An empty node with siblings is still a variation.
        let is_skipped = is_empty && tree.child_count(tree.parent(node)) == 1;
        if !is_root && !is_skipped {
            self.builder.add_empty_node();
        }
        Ok(())
    }

    /// After the set-up nodes the side to move may be repeated, but nothing set up.
    fn check_setup(&self, property: &RawProperty, is_setup_node: bool) -> Result<(), ParseError> {
        if is_setup_node {
            return Ok(());
        }
        let is_repeated = property.name == "PL"
            && read_side_to_move(self.tree, property)? == self.builder.position().to_move();
        if is_repeated {
            return Ok(());
        }
        Err(property.error(RecordErrorKind::LateSetup(property.name.to_string())))
    }

    /// Adds a property to the game information or the annotations.
    fn annotate(&mut self, node: usize, property: &RawProperty) {
        let (name, value) = (&*property.name, self.tree.value(property));
        let is_single = self.tree.values(property).len() == 1;
        if node == 0 {
            if matches!(name, "FF" | "GM" | "SZ" | "CA") {
                return;
            }
            // Game information may share the root with the first move.
            if is_single && set_info_field(&mut self.builder.record.info, name, value) {
                return;
            }
        }
        let mover_is_black = self.builder.position().to_move() == Color::White;
        let annotations = self.builder.annotations();
        let is_interpreted = match name {
            "C" => {
                let separator = if annotations.comment.is_empty() {
                    ""
                } else {
                    "\n"
                };
                annotations.comment += separator;
                annotations.comment += &comment(self.tree, property);
                true
            }
            "V" if is_single => {
                let for_black = parse_decimal(value.trim());
                let sign = if mover_is_black { 1.0 } else { -1.0 };
                annotations.evaluation = for_black.map(|value| sign * value + 0.0);
                for_black.is_some()
            }
            "TU" if is_single => {
                annotations.seconds = parse_decimal(value.trim()).filter(|&seconds| seconds >= 0.0);
                annotations.seconds.is_some()
            }
            _ => false,
        };
        if !is_interpreted {
            let values = self.tree.values(property).iter().map(ToString::to_string);
            let property = Property::raw(name.to_owned(), values.collect());
            annotations.properties.push(property);
        }
    }
}

/// All values of a comment as one text, though the standard allows only one.
fn comment(tree: &Tree, property: &RawProperty) -> String {
    let values = tree.values(property).iter();
    values.map(|value| unescape(value)).collect()
}

/// Sets a field of the game information; false if it has no such field.
fn set_info_field(info: &mut GameInfo, name: &str, value: &str) -> bool {
    let text = unescape_line(value);
    if name == "RE" {
        info.result = text.parse().unwrap_or_default();
        return info.result != GameResult::Unknown;
    }
    let Some(field) = info.field_mut(name) else {
        return false;
    };
    *field = text;
    true
}

/// Sets an unknown result from a final `B[resign]`.
fn set_result_from_end_marker(record: &mut Record) {
    if record.info.result != GameResult::Unknown {
        return;
    }
    let last = record.main_line_nodes().last().unwrap_or(Record::ROOT);
    let end = record.annotations(last).properties.iter().find_map(|one| {
        let loser = color_from_name(one.name())?;
        Some((loser, parse_end_marker(one.raw_values().first()?)?))
    });
    if let Some((loser, reason)) = end {
        record.info.result = GameResult::win_by(!loser, reason);
        // Drops a result that could not be parsed.
        let properties = &mut record.annotations_mut(Record::ROOT).properties;
        properties.retain(|property| property.name() != "RE");
    }
}
