//! What is known of a position, from all sources.

use std::collections::HashMap;

use amazons::records::Record;
use amazons::{Color, Move, Position};
use book::{Key, Node};

use super::people::{Endings, Found, People};
use super::shelf::{Shelf, Volume, shipped};
use crate::dto::book::{
    Explored, ExploredMove, Played, PlayedGame, Question, Source, Worth, texts,
};
use crate::dto::position::read;
use crate::dto::problem::Refusal;

/// No line is shown farther than this.
const LONGEST_LINE: usize = 6;

/// So many games are listed at a time.
const PAGE: usize = 30;

/// Looks a position up. Reads from the disk, so it is no work for a thread that serves others.
///
/// # Errors
/// If it is none, or what should be looked into cannot be read.
pub fn explore(shelf: &Shelf, people: &People, question: &Question) -> Result<Explored, Refusal> {
    let position = read(&question.fen)?;
    let found = people.find(&position).map_err(Refusal::failure)?;
    let own = || shelf.own().map_err(Refusal::failure);
    match question.source {
        Source::Shipped => Ok(of_book(Some(shipped()), &position, &found)),
        Source::Own => Ok(of_book(own()?.as_deref(), &position, &found)),
        Source::People => {
            let (key, _) = Key::of(&position);
            // What the owner's book has is at least as much, but one that cannot be read is no reason to say nothing.
            let own = own().ok().flatten();
            let own = own.as_deref().filter(|own| own.book.node(&key).is_some());
            let volume = own.unwrap_or(shipped());
            of_people(people, volume, &position, &found, question.before)
        }
    }
}

fn of_book(volume: Option<&Volume>, position: &Position, found: &Found) -> Explored {
    let (key, view) = Key::of(position);
    let to_move = position.to_move();
    let node = volume.and_then(|volume| Some((volume, volume.book.node(&key)?)));
    let mut moves = Vec::new();
    if let Some((volume, node)) = node {
        let played = by_child(position, found);
        let back = view.inverse();
        let mut choices = node.choices().to_vec();
        choices.sort_by_key(|choice| std::cmp::Reverse(volume.book.value_of(choice)));
        for choice in choices {
            let mv = back.of_move(choice.mv);
            let endings = played.get(&choice.child).copied().unwrap_or_default();
            moves.push(ExploredMove {
                mv: mv.to_string(),
                worth: Some(Worth::new(volume.book.value_of(&choice), to_move)),
                depth: volume.heights.get(&choice.child).copied(),
                line: texts(&continuation(volume, position, mv)),
                played: played_by(endings, to_move),
            });
        }
    }
    let worth = |value| Worth::new(value, to_move);
    Explored {
        known: node.is_some(),
        size: volume.map_or(0, |volume| volume.book.len() as u64),
        provenance: volume.and_then(|volume| volume.provenance(&key)),
        worth: node.map(|(_, node)| worth(node.value())),
        outside: node.and_then(|(_, node)| node.outside()).map(worth),
        visits: node.map_or(0, |(_, node)| node.visits()),
        played: played_by(found.endings, to_move),
        moves,
        games: Vec::new(),
        next: None,
    }
}

fn of_people(
    people: &People,
    volume: &Volume,
    position: &Position,
    found: &Found,
    before: Option<u64>,
) -> Result<Explored, Refusal> {
    let to_move = position.to_move();
    let node = volume.book.node(&Key::of(position).0);
    let moves = found.moves.iter().map(|&(mv, endings)| {
        let known = node.and_then(|node| known_move(volume, node, position, mv));
        ExploredMove {
            mv: mv.to_string(),
            worth: known.map(|(worth, _)| worth),
            depth: known.and_then(|(_, depth)| depth),
            line: texts(&continuation(volume, position, mv)),
            played: played_by(endings, to_move),
        }
    });
    let before = before.unwrap_or(u64::MAX);
    let mut listed = found.games.iter().filter(|&&(id, _)| id < before);
    let mut games = Vec::new();
    for &(id, ply) in listed.by_ref().take(PAGE) {
        if let Some(record) = people.get(id).map_err(Refusal::failure)? {
            games.push(summary(id, ply, &record));
        }
    }
    let last = games.last().map(|game| game.id);
    Ok(Explored {
        known: found.endings.games > 0,
        size: people.count().map_err(Refusal::failure)?,
        provenance: None,
        worth: node.map(|node| Worth::new(node.value(), to_move)),
        outside: None,
        visits: node.map_or(0, Node::visits),
        played: played_by(found.endings, to_move),
        moves: moves.collect(),
        next: listed.next().and(last),
        games,
    })
}

/// What a book says of a move: its worth, and how far it goes on after it.
fn known_move(
    volume: &Volume,
    node: &Node,
    position: &Position,
    mv: Move,
) -> Option<(Worth, Option<u32>)> {
    let child = Key::after(position, mv)?;
    let choice = node.choices().iter().find(|choice| choice.child == child)?;
    let worth = Worth::new(volume.book.value_of(choice), position.to_move());
    Some((worth, volume.heights.get(&child).copied()))
}

/// The best moves of a book after a move.
fn continuation(volume: &Volume, position: &Position, mv: Move) -> Vec<Move> {
    let mut line = Vec::new();
    let mut next = position.after(mv).ok();
    while line.len() < LONGEST_LINE
        && let Some(position) = next
    {
        let (key, view) = Key::of(&position);
        let node = volume.book.node(&key);
        let best = node.and_then(|node| {
            let choices = node.choices().iter();
            choices.max_by_key(|choice| volume.book.value_of(choice))
        });
        let Some(best) = best else { break };
        let mv = view.inverse().of_move(best.mv);
        line.push(mv);
        next = position.after(mv).ok();
    }
    line
}

/// How games with each move ended, by where the move leads: a book may know an image of the move that people play.
fn by_child(position: &Position, found: &Found) -> HashMap<Key, Endings> {
    let leads = |&(mv, endings): &(Move, Endings)| Some((Key::after(position, mv)?, endings));
    found.moves.iter().filter_map(leads).collect()
}

fn played_by(endings: Endings, to_move: Color) -> Played {
    let Endings { games, won, lost } = endings;
    let (black, white) = match to_move {
        Color::Black => (won, lost),
        Color::White => (lost, won),
    };
    Played {
        games,
        black,
        white,
    }
}

fn summary(id: u64, ply: u16, record: &Record) -> PlayedGame {
    let info = &record.info;
    PlayedGame {
        id,
        black: info.players[Color::Black].clone(),
        white: info.players[Color::White].clone(),
        date: info.date.clone(),
        event: info.event.clone(),
        result: crate::records::info(info).result,
        moves: record.main_line().count() as u64,
        ply: ply.into(),
    }
}
