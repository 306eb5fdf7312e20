//! Random openings, engines with options, and game pairs for experiments that play matches.

use engine::Engine;
use game::{Color, Game};

use crate::prelude::*;

/// Maximum number of random openings tried until one is undecided.
const MAX_OPENING_ATTEMPTS: usize = 1_000;

/// A random undecided position, `plies` moves after `start`.
pub(crate) fn random_opening<G: Game>(
    start: &G,
    plies: usize,
    rng: &mut SplitMix64,
) -> Result<G, BoxError> {
    for _ in 0..MAX_OPENING_ATTEMPTS {
        let mut position = start.clone();
        for _ in 0..plies {
            if let Some(&mv) = rng.choose(&position.moves()) {
                position.play(mv);
            }
        }
        if position.proven_outcome().is_none() {
            return Ok(position);
        }
    }
    let start = start.to_text();
    Err(format!("no undecided position on {start} after {plies} random moves").into())
}

/// An engine with these options.
pub(crate) fn engine_with<V: AsRef<str>>(options: &[(&str, V)]) -> Result<Engine, BoxError> {
    let mut engine = Engine::new();
    for (name, value) in options {
        engine.set_option(name, value.as_ref())?;
    }
    Ok(engine)
}

/// A player: chooses a move and predicts the reply.
pub(crate) type MoveChooser<G> = Box<dyn FnMut(&G) -> Result<ChosenMove<G>, BoxError>>;

/// A move and the predicted reply; `None` without a prediction.
pub(crate) type ChosenMove<G> = (<G as Game>::Move, Option<<G as Game>::Move>);

/// Results of one player's games, and how often that player predicted the reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MatchScore {
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
    /// Replies for which there was a prediction.
    pub(crate) predictions: u32,
    /// Replies that were predicted correctly.
    #[serde(rename = "predicted")]
    pub(crate) correct_predictions: u32,
}

impl MatchScore {
    /// Adds the result of a game: positive for a win, 0 for a draw, negative for a loss.
    pub(crate) fn add_result(&mut self, sign: i32) {
        match sign {
            1.. => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    pub(crate) fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Score in percent.
    pub(crate) fn percent(self) -> f64 {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        100.0 * points / f64::from(self.games().max(1))
    }
}

/// Plays two games from an opening, with colors swapped. A game without a result after `max_plies`
/// moves is a draw. `new_players` creates both players for each game; the score is the first one's.
pub(crate) fn play_pair<G: Game>(
    start: &G,
    max_plies: usize,
    new_players: impl Fn() -> Result<[MoveChooser<G>; 2], BoxError>,
) -> Result<MatchScore, BoxError> {
    let mut score = MatchScore::default();
    for our_color in Color::ALL {
        let [mut ours, mut theirs] = new_players()?;
        let mut position = start.clone();
        let mut predicted = None;
        let mut plies = 0;
        while position.proven_outcome().is_none() && plies < max_plies {
            let mv = if position.to_move() == our_color {
                let (mv, reply) = ours(&position)?;
                predicted = reply;
                mv
            } else {
                let (reply, _) = theirs(&position)?;
                if let Some(predicted) = predicted.take() {
                    score.predictions += 1;
                    score.correct_predictions += u32::from(predicted == reply);
                }
                reply
            };
            position.play(mv);
            plies += 1;
        }
        let outcome = position.proven_outcome();
        score.add_result(outcome.map_or(0, |outcome| outcome.sign_for(our_color)));
    }
    Ok(score)
}
