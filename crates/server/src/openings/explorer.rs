//! Looks up a position in the books and the game database.

use std::collections::HashMap;

use amazons::records::Record;
use amazons::{Color, Move, Position};
use book::{BookKey, Node};

use super::books::{BookSnapshot, BookStore, embedded_book};
use super::game_database::{GameDatabase, PositionStats, WinLossCounts};
use crate::dto::book::{
    DatabaseGame, ExploreMove, ExploreRequest, ExploreResult, OpeningSource, PositionValue,
    ResultCounts,
};
use crate::dto::error::ApiError;
use crate::dto::move_strings;
use crate::dto::position::parse_position;

/// Maximum length of a book line in plies.
const MAX_LINE_PLIES: usize = 6;

/// Games per page.
const PAGE_SIZE: usize = 30;

/// Looks up a position. Reads from the disk.
pub fn explore(
    books: &BookStore,
    database: &GameDatabase,
    request: &ExploreRequest,
) -> Result<ExploreResult, ApiError> {
    let position = parse_position(&request.fen)?;
    let stats = database.find(&position)?;
    let user_book = || books.user_book().map_err(ApiError::internal);
    match request.source {
        OpeningSource::EmbeddedBook => Ok(explore_book(Some(embedded_book()), &position, &stats)),
        OpeningSource::UserBook => Ok(explore_book(user_book()?.as_deref(), &position, &stats)),
        OpeningSource::GameDatabase => {
            let (key, _) = BookKey::new(&position);
            // An unreadable user's book does not hide the games.
            let user_book = user_book().ok().flatten();
            let user_book = user_book.as_deref();
            let user_book = user_book.filter(|snapshot| snapshot.book.node(&key).is_some());
            let snapshot = user_book.unwrap_or(embedded_book());
            explore_games(database, snapshot, &position, &stats, request.before)
        }
    }
}

fn explore_book(
    snapshot: Option<&BookSnapshot>,
    position: &Position,
    stats: &PositionStats,
) -> ExploreResult {
    let (key, view) = BookKey::new(position);
    let to_move = position.to_move();
    let node = snapshot.and_then(|snapshot| Some((snapshot, snapshot.book.node(&key)?)));
    let mut moves = Vec::new();
    if let Some((snapshot, node)) = node {
        let results = results_by_child(position, stats);
        let back = view.inverse();
        let mut choices = node.moves().to_vec();
        choices.sort_by_key(|choice| std::cmp::Reverse(snapshot.book.move_value(choice)));
        for choice in choices {
            let mv = back.apply_to_move(choice.mv);
            let counts = results.get(&choice.child).copied().unwrap_or_default();
            let value = snapshot.book.move_value(&choice);
            moves.push(ExploreMove {
                mv: mv.to_string(),
                value: Some(PositionValue::new(value, to_move)),
                depth: snapshot.depths.get(&choice.child).copied(),
                line: move_strings(&best_line(snapshot, position, mv)),
                played: to_result_counts(counts, to_move),
            });
        }
    }
    let value = |value| PositionValue::new(value, to_move);
    ExploreResult {
        known: node.is_some(),
        size: snapshot.map_or(0, |snapshot| snapshot.book.len() as u64),
        provenance: snapshot.and_then(|snapshot| snapshot.provenance(&key)),
        value: node.map(|(_, node)| value(node.value())),
        deviation: node.and_then(|(_, node)| node.best_deviation()).map(value),
        visits: node.map_or(0, |(_, node)| node.visits()),
        played: to_result_counts(stats.counts, to_move),
        moves,
        games: Vec::new(),
        next: None,
    }
}

fn explore_games(
    database: &GameDatabase,
    snapshot: &BookSnapshot,
    position: &Position,
    stats: &PositionStats,
    before: Option<u64>,
) -> Result<ExploreResult, ApiError> {
    let to_move = position.to_move();
    let node = snapshot.book.node(&BookKey::new(position).0);
    let moves = stats.moves.iter().map(|&(mv, counts)| {
        let book_move = node.and_then(|node| book_move(snapshot, node, position, mv));
        ExploreMove {
            mv: mv.to_string(),
            value: book_move.map(|(value, _)| value),
            depth: book_move.and_then(|(_, depth)| depth),
            line: move_strings(&best_line(snapshot, position, mv)),
            played: to_result_counts(counts, to_move),
        }
    });
    let before = before.unwrap_or(u64::MAX);
    let mut listed = stats.games.iter().filter(|&&(id, _)| id < before);
    let mut games = Vec::new();
    for &(id, ply) in listed.by_ref().take(PAGE_SIZE) {
        if let Some(record) = database.get(id)? {
            games.push(summary(id, ply, &record));
        }
    }
    let last = games.last().map(|game| game.id);
    Ok(ExploreResult {
        known: stats.counts.games > 0,
        size: database.count()?,
        provenance: None,
        value: node.map(|node| PositionValue::new(node.value(), to_move)),
        deviation: None,
        visits: node.map_or(0, Node::visits),
        played: to_result_counts(stats.counts, to_move),
        moves: moves.collect(),
        next: listed.next().and(last),
        games,
    })
}

/// Book value of a move, and plies that the book continues after it.
fn book_move(
    snapshot: &BookSnapshot,
    node: &Node,
    position: &Position,
    mv: Move,
) -> Option<(PositionValue, Option<u32>)> {
    let child = BookKey::after(position, mv)?;
    let choice = node.moves().iter().find(|choice| choice.child == child)?;
    let value = PositionValue::new(snapshot.book.move_value(choice), position.to_move());
    Some((value, snapshot.depths.get(&child).copied()))
}

/// Best book moves after a move.
fn best_line(snapshot: &BookSnapshot, position: &Position, mv: Move) -> Vec<Move> {
    let mut line = Vec::new();
    let mut next = position.after(mv).ok();
    while line.len() < MAX_LINE_PLIES
        && let Some(position) = next
    {
        let (key, view) = BookKey::new(&position);
        let node = snapshot.book.node(&key);
        let best = node.and_then(|node| {
            let choices = node.moves().iter();
            choices.max_by_key(|choice| snapshot.book.move_value(choice))
        });
        let Some(best) = best else { break };
        let mv = view.inverse().apply_to_move(best.mv);
        line.push(mv);
        next = position.after(mv).ok();
    }
    line
}

/// Results by the position a move leads to, because the book may have a symmetric move.
fn results_by_child(position: &Position, stats: &PositionStats) -> HashMap<BookKey, WinLossCounts> {
    let child =
        |&(mv, counts): &(Move, WinLossCounts)| Some((BookKey::after(position, mv)?, counts));
    stats.moves.iter().filter_map(child).collect()
}

fn to_result_counts(counts: WinLossCounts, to_move: Color) -> ResultCounts {
    let WinLossCounts { games, won, lost } = counts;
    let (black, white) = match to_move {
        Color::Black => (won, lost),
        Color::White => (lost, won),
    };
    ResultCounts {
        games,
        black,
        white,
    }
}

fn summary(id: u64, ply: u16, record: &Record) -> DatabaseGame {
    let info = crate::records::info_to_dto(&record.info);
    DatabaseGame {
        id,
        black: info.black,
        white: info.white,
        date: info.date,
        event: info.event,
        result: info.result,
        moves: record.main_line().count() as u64,
        ply: ply.into(),
    }
}
