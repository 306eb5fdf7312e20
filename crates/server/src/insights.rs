//! Insights from stored games: results by level, and mistakes found by reviews.

use std::collections::BTreeMap;

use amazons::{Color, Game as _};

use crate::dto::game::Player;
use crate::dto::position::{parse_moves, parse_position};
use crate::dto::review::{Insights, Judgement, LevelResult, Mistake};
use crate::dto::side::Side;
use crate::store::StoredGame;

/// Computes insights from games, which are added one at a time, the newest first.
#[derive(Debug, Default)]
pub struct InsightsBuilder {
    results: BTreeMap<u8, LevelResult>,
    mistakes: Vec<Mistake>,
    unreviewed_games: Vec<u64>,
}

impl InsightsBuilder {
    pub fn add(&mut self, id: u64, game: &StoredGame) {
        if let Some((level, is_won)) = level_result(game) {
            let result = self.results.entry(level).or_insert(LevelResult {
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
            self.unreviewed_games.push(id);
        }
        self.mistakes.extend(mistakes(id, game));
    }

    pub fn build(self) -> Insights {
        Insights {
            results: self.results.into_values().collect(),
            mistakes: self.mistakes,
            unreviewed_games: self.unreviewed_games,
        }
    }
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
