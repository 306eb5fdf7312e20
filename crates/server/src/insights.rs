//! Insights from stored games: results by level, and mistakes found by reviews.

use std::collections::BTreeMap;

use amazons::{Color, Game as _};

use crate::dto::game::Player;
use crate::dto::position::{parse_moves, parse_position};
use crate::dto::review::{Insights, Judgement, LevelResult, Mistake};
use crate::dto::side::Side;
use crate::store::StoredGame;

/// Computes insights from games, the newest first.
pub fn insights(games: &[(u64, StoredGame)]) -> Insights {
    let mut results: BTreeMap<u8, LevelResult> = BTreeMap::new();
    let mut insights = Insights {
        results: Vec::new(),
        mistakes: Vec::new(),
        unreviewed_games: Vec::new(),
    };
    for (id, game) in games {
        if let Some((level, is_won)) = level_result(game) {
            let result = results.entry(level).or_insert(LevelResult {
                level,
                won: 0,
                lost: 0,
            });
            if is_won {
                result.won += 1;
            } else {
                result.lost += 1;
            }
        }
        let has_user = Color::ALL.iter().any(|&side| is_user(game.player(side)));
        if has_user && game.review.is_none() && game.result.is_some() && !game.moves.is_empty() {
            insights.unreviewed_games.push(*id);
        }
        insights.mistakes.extend(mistakes(*id, game));
    }
    insights.results = results.into_values().collect();
    insights
}

/// Whether the player is a user of this server. Other people, from imported records, have names.
fn is_user(player: &Player) -> bool {
    matches!(player, Player::Human { name: None })
}

/// The level and whether the human won, in a finished game of a human against the engine.
fn level_result(game: &StoredGame) -> Option<(u8, bool)> {
    let winner = game.result?.winner;
    let result_of = |human: Color| match (game.player(human), game.player(!human)) {
        (Player::Human { .. }, Player::Engine { level, .. }) => {
            Some((*level, winner == Side::from(human)))
        }
        _ => None,
    };
    Color::ALL.into_iter().find_map(result_of)
}

/// Mistakes of humans in a reviewed game.
fn mistakes(id: u64, game: &StoredGame) -> Vec<Mistake> {
    let Some(review) = &game.review else {
        return Vec::new();
    };
    // Stored games are legal, so errors are not expected.
    let Ok(mut position) = parse_position(&game.start) else {
        return Vec::new();
    };
    let Ok((moves, _)) = parse_moves(&position, &game.moves) else {
        return Vec::new();
    };
    let mut mistakes = Vec::new();
    for ((ply, mv), reviewed) in (1..).zip(moves).zip(&review.moves) {
        let side = position.to_move();
        if let Some(reviewed) = reviewed
            && matches!(reviewed.judgement, Judgement::Mistake | Judgement::Blunder)
            && reviewed.mv == mv.to_string()
            && is_user(game.player(side))
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
                win_probability: reviewed.win_probability,
                best_move: reviewed.best_move.clone(),
                line: reviewed.line.clone(),
                played: game.created,
            });
        }
        position.play(mv);
    }
    mistakes
}
