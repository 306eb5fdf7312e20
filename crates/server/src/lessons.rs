//! What can be learnt from the games that were played: results by level, and people's mistakes as their reviews found them.

use std::collections::BTreeMap;

use amazons::{Color, Game as _};

use crate::dto::game::Player;
use crate::dto::lessons::{Lessons, LevelResult, Mistake};
use crate::dto::position::{read, read_moves};
use crate::dto::review::Judgement;
use crate::dto::side::Side;
use crate::store::StoredGame;

/// What games teach, the newest first.
#[must_use]
pub fn lessons(games: &[(u64, StoredGame)]) -> Lessons {
    let mut results: BTreeMap<u8, LevelResult> = BTreeMap::new();
    let mut lessons = Lessons {
        results: Vec::new(),
        mistakes: Vec::new(),
        unreviewed: Vec::new(),
    };
    for (id, game) in games {
        if let Some((level, is_won)) = result(game) {
            let nothing = LevelResult {
                level,
                won: 0,
                lost: 0,
            };
            let result = results.entry(level).or_insert(nothing);
            if is_won {
                result.won += 1;
            } else {
                result.lost += 1;
            }
        }
        let has_person = Color::ALL.iter().any(|&side| is_person(player(game, side)));
        if has_person && game.review.is_none() && game.result.is_some() && !game.moves.is_empty() {
            lessons.unreviewed.push(*id);
        }
        lessons.mistakes.extend(mistakes(*id, game));
    }
    lessons.results = results.into_values().collect();
    lessons
}

fn player(game: &StoredGame, side: Color) -> &Player {
    match side {
        Color::Black => &game.black,
        Color::White => &game.white,
    }
}

fn is_person(player: &Player) -> bool {
    matches!(player, Player::Person { .. })
}

/// The computer's level and whether the person won, if one played against the other to the end.
fn result(game: &StoredGame) -> Option<(u8, bool)> {
    let winner = game.result?.winner;
    let against = |person: Color| match (player(game, person), player(game, !person)) {
        (Player::Person { .. }, Player::Engine { level, .. }) => {
            Some((*level, winner == Side::from(person)))
        }
        _ => None,
    };
    Color::ALL.into_iter().find_map(against)
}

/// A person's mistakes in a game.
fn mistakes(id: u64, game: &StoredGame) -> Vec<Mistake> {
    let Some(review) = &game.review else {
        return Vec::new();
    };
    // What was kept was legal when it was kept.
    let Ok(start) = read(&game.start) else {
        return Vec::new();
    };
    let Ok((moves, _)) = read_moves(&start, &game.moves) else {
        return Vec::new();
    };
    let mut position = start;
    let mut mistakes = Vec::new();
    for ((ply, mv), reviewed) in (1..).zip(moves).zip(&review.moves) {
        let side = position.to_move();
        if let Some(reviewed) = reviewed
            && matches!(reviewed.judgement, Judgement::Mistake | Judgement::Blunder)
            && reviewed.mv == mv.to_string()
            && is_person(player(game, side))
        {
            mistakes.push(Mistake {
                game: id,
                name: game.name.clone(),
                ply,
                fen: position.to_text(),
                side: side.into(),
                mv: reviewed.mv.clone(),
                loss: reviewed.loss,
                judgement: reviewed.judgement,
                chances: reviewed.chances,
                best_move: reviewed.best_move.clone(),
                line: reviewed.line.clone(),
                played: game.created,
            });
        }
        position.play(mv);
    }
    mistakes
}
