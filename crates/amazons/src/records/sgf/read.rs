//! From the brackets of an SGF file to a checked record.

use game::Color;

use super::super::error::{Fault, Problem, RecordError, excerpt};
use super::super::info::GameInfo;
use super::super::property::{Once, Property, unescape, unescape_line};
use super::super::record::{NodeId, Record};
use super::super::replay::Replay;
use super::super::result::{GameResult, Manner, decimal};
use super::super::seating::Seating;
use super::super::syntax::{Parser, RawProperty, Tree};
use super::points::read_move;
use super::setup::{Setup, read_size, sets_up, side};
use crate::moves::Move;
use crate::position::Position;
use crate::square::BoardSize;

/// Reads all games of a file that, where it does not say so itself, means this seating.
pub(in super::super) fn read_seated(
    text: &str,
    seating: Seating,
) -> Result<Vec<Record>, RecordError> {
    let read_all = || {
        let mut parser = Parser::new(text)?;
        let mut records = Vec::new();
        while let Some(tree) = parser.next_game()? {
            records.push(read_game(&tree, seating)?);
        }
        Ok(records)
    };
    read_all().map_err(|fault: Fault| fault.locate(text))
}

fn read_game(tree: &Tree, seating: Seating) -> Result<Record, Fault> {
    check_game(tree)?;
    let size = read_size(tree)?;
    let opening = opening(tree);
    let mut setup = Setup::default();
    for &node in &opening {
        setup.apply(tree, node, size)?;
    }
    let start = start(tree, size, &setup, seating)?;
    let mut reader = Reader {
        tree,
        size,
        replay: Replay::new(start),
        nodes: Vec::with_capacity(tree.len()),
    };
    for node in 0..tree.len() {
        // The opening is the beginning of the main line, and in it nodes come one by one.
        reader.node(node, node < opening.len())?;
    }
    let mut record = reader.replay.record;
    take_result_from_the_end(&mut record);
    Ok(record)
}

/// Refuses other games; a file that does not say which it is may hold ours.
fn check_game(tree: &Tree) -> Result<(), Fault> {
    let Some(property) = tree.properties(0).iter().find(|one| one.name == "GM") else {
        return Ok(());
    };
    let value = tree.value(property).trim();
    if value == "18" || value.eq_ignore_ascii_case("amazons") {
        return Ok(());
    }
    Err(Fault::new(property.at, Problem::OtherGame(excerpt(value))))
}

/// The nodes in which the board may be set up: those before the first move and the first
/// variation. A move in the root counts as being behind it.
fn opening(tree: &Tree) -> Vec<usize> {
    let mut nodes = Vec::new();
    for node in tree.main_line() {
        let has_move = moves_in(tree, node).next().is_some();
        if node == 0 || !has_move {
            nodes.push(node);
        }
        if has_move || tree.children(node) != 1 {
            break;
        }
    }
    nodes
}

/// The moves in a node: who, what, and where it is written.
fn moves_in<'a, 't>(
    tree: &'a Tree<'t>,
    node: usize,
) -> impl Iterator<Item = (Color, &'t str, usize)> + use<'a, 't> {
    tree.properties(node).iter().filter_map(|property| {
        let mover = color_of(&property.name)?;
        let value = tree.value(property);
        end_mark(value)
            .is_none()
            .then_some((mover, value, property.at))
    })
}

fn color_of(name: &str) -> Option<Color> {
    match name {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}

/// How the game ends for the player in whose place of a move this stands.
pub(in super::super) fn end_mark(value: &str) -> Option<Manner> {
    match value.trim().to_ascii_lowercase().as_str() {
        "resign" | "resigned" | "resigns" => Some(Manner::Resignation),
        "timeout" | "time" => Some(Manner::Time),
        _ => None,
    }
}

fn start(tree: &Tree, size: BoardSize, setup: &Setup, seating: Seating) -> Result<Position, Fault> {
    let mut moves = tree.main_line().flat_map(|node| moves_in(tree, node));
    if let Some(board) = setup.board {
        let first_mover = moves.next().map(|(mover, ..)| mover);
        let to_move = setup.to_move.or(first_mover).unwrap_or(Color::Black);
        return Ok(board.with_to_move(to_move));
    }
    // No board has squares for more moves than this; texts that are no moves are told of later.
    let most = usize::from(size.columns()) * usize::from(size.rows());
    let line: Vec<(Color, Move)> = moves
        .take(most)
        .map_while(|(mover, text, _)| Some((mover, read_move(size, text, 0).ok()?)))
        .collect();
    seating
        .start_for(size, setup.to_move, &line)
        .map_err(|problem| Fault::new(tree.at(0), problem))
}

/// A record under construction from a tree.
struct Reader<'a, 't> {
    tree: &'a Tree<'t>,
    size: BoardSize,
    replay: Replay,
    /// The record's node for every node of the tree so far.
    nodes: Vec<NodeId>,
}

impl Reader<'_, '_> {
    fn node(&mut self, node: usize, in_opening: bool) -> Result<(), Fault> {
        let tree = self.tree;
        if let Some(&parent) = self.nodes.get(tree.parent(node)) {
            self.replay.return_to(parent);
        }
        self.enter(node)?;
        self.nodes.push(self.replay.node());
        let mut has_move = false;
        let mut once = Once::default();
        for property in tree.properties(node) {
            let name = &*property.name;
            if color_of(name).is_some() && end_mark(tree.value(property)).is_none() {
                if has_move || tree.values(property).len() > 1 {
                    return Err(Fault::new(property.at, Problem::TwoMoves));
                }
                has_move = true;
            } else if sets_up(name) {
                self.check_setup(property, in_opening)?;
            } else if !once.is_again(name) {
                self.annotate(node, property);
            }
        }
        Ok(())
    }

    /// Plays the move of a node, or makes a node for its remarks if it has any.
    fn enter(&mut self, node: usize) -> Result<(), Fault> {
        let tree = self.tree;
        let is_root = node == 0;
        if let Some((mover, text, at)) = moves_in(tree, node).next() {
            let played = read_move(self.size, text, self.replay.next_ply())
                .and_then(|mv| self.replay.play(Some(mover), mv));
            return played.map_err(|problem| Fault::new(at, problem));
        }
        let mut properties = tree.properties(node).iter();
        let says_nothing = properties.all(|property| match &*property.name {
            "C" => comment(tree, property).is_empty(),
            name => sets_up(name),
        });
        // An empty node among several is still a variation.
        let is_idle = says_nothing && tree.children(tree.parent(node)) == 1;
        if !is_root && !is_idle {
            self.replay.remark();
        }
        Ok(())
    }

    /// Once the game is under way the side to move may be repeated, but nothing set up.
    fn check_setup(&self, property: &RawProperty, in_opening: bool) -> Result<(), Fault> {
        if in_opening {
            return Ok(());
        }
        let is_repeated =
            property.name == "PL" && side(self.tree, property)? == self.replay.position().to_move();
        if is_repeated {
            return Ok(());
        }
        let problem = Problem::SetUpTooLate(property.name.to_string());
        Err(Fault::new(property.at, problem))
    }

    /// Keeps what a property says about the game or its node.
    fn annotate(&mut self, node: usize, property: &RawProperty) {
        let (name, value) = (&*property.name, self.tree.value(property));
        let is_single = self.tree.values(property).len() == 1;
        if node == 0 {
            if matches!(name, "FF" | "GM" | "SZ" | "CA") {
                return;
            }
            // The headings belong to the game even where its first move shares their node.
            if is_single && take_heading(&mut self.replay.record.info, name, value) {
                return;
            }
        }
        let mover_is_black = self.replay.position().to_move() == Color::White;
        let annotations = self.replay.annotations();
        let kept = match name {
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
                let for_black = decimal(value.trim());
                let sign = if mover_is_black { 1.0 } else { -1.0 };
                annotations.evaluation = for_black.map(|value| sign * value + 0.0);
                for_black.is_some()
            }
            "TU" if is_single => {
                annotations.seconds = decimal(value.trim()).filter(|&seconds| seconds >= 0.0);
                annotations.seconds.is_some()
            }
            _ => false,
        };
        if !kept {
            let values = self.tree.values(property).iter().map(ToString::to_string);
            let property = Property::raw(name.to_owned(), values.collect());
            annotations.properties.push(property);
        }
    }
}

/// All values of a comment as one text; the standard allows a single one.
fn comment(tree: &Tree, property: &RawProperty) -> String {
    let values = tree.values(property).iter();
    values.map(|value| unescape(value)).collect()
}

/// Takes a heading of the game, if it is one.
fn take_heading(info: &mut GameInfo, name: &str, value: &str) -> bool {
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

/// Where nothing is said about the result, a last `B[resign]` says it.
fn take_result_from_the_end(record: &mut Record) {
    if record.info.result != GameResult::Unknown {
        return;
    }
    let last = record.main_line_nodes().last().unwrap_or(Record::ROOT);
    let end = record.annotations(last).properties.iter().find_map(|one| {
        let loser = color_of(one.name())?;
        Some((loser, end_mark(one.raw_values().first()?)?))
    });
    if let Some((loser, manner)) = end {
        record.info.result = GameResult::won(!loser, manner);
        // An unclear word on the result gives way to the clear one.
        let properties = &mut record.annotations_mut(Record::ROOT).properties;
        properties.retain(|property| property.name() != "RE");
    }
}
