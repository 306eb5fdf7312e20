//! Games of Amazons between somebody who may know their opponent and an opponent who plays by habit.

use amazons::{Color, Game, Position};
use engine::{Engine, Limits, RandomNumbers};
use evaluation::{Term, Weights};
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use crate::experiment::Failure;
use crate::intervals::{Estimate, mean, share};

/// So many moves are looked into by everybody: a game in which one side sees more is decided by that.
pub(super) const PARAMETERS: &str = "kept=12;kept_at_root=24";

/// Draws a start in which the game is open, so many random moves from the customary one.
pub(super) fn opening(
    board: &str,
    plies: usize,
    numbers: &mut RandomNumbers,
) -> Result<Position, Failure> {
    for _ in 0..1_000 {
        let mut position = Position::parse(board)?;
        for _ in 0..plies {
            let moves = position.moves();
            if let Some(&mv) = moves.get(numbers.below(moves.len())) {
                position.play(mv);
            }
        }
        if position.proven_outcome().is_none() {
            return Ok(position);
        }
    }
    Err(format!("on {board} nothing is open after {plies} random moves").into())
}

/// Weights whose taste is another one: every term counts so many times more or less, evenly in the logarithm, with that
/// standard deviation.
pub(super) fn distorted(weights: &Weights, deviation: f64, numbers: &mut RandomNumbers) -> Weights {
    let mut changed = weights.clone();
    for term in Term::ALL {
        let factor = (deviation * normal(numbers)).exp();
        for stage in 0..weights.stages().len() {
            let weight = weights.of(term)[stage] * factor;
            // Within the limit, any weight can be set.
            let _ = changed.set(term, stage, weight.clamp(-Weights::LIMIT, Weights::LIMIT));
        }
    }
    changed.provenance = format!("distorted by {deviation}");
    changed
}

/// A number from the normal distribution, by the method of Box and Muller.
fn normal(numbers: &mut RandomNumbers) -> f64 {
    let mut uniform = || ((numbers.next_bits() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    (-2.0 * uniform().ln()).sqrt() * (std::f64::consts::TAU * uniform()).cos()
}

/// Weights of several tastes, in files as the engine wants them.
pub(super) struct Tastes(TempDir);

impl Tastes {
    pub(super) fn new() -> Result<Self, Failure> {
        Ok(Self(tempfile::tempdir()?))
    }

    /// Keeps weights under a name; gives the file's.
    pub(super) fn keep(&self, name: &str, weights: &Weights) -> Result<String, Failure> {
        let file = self.0.path().join(name);
        std::fs::write(&file, weights.to_string())?;
        Ok(file.to_string_lossy().into_owned())
    }
}

/// Somebody at the board.
#[derive(Clone, Debug)]
pub(super) struct Player {
    options: Vec<(&'static str, String)>,
    plies: u32,
}

impl Player {
    /// Alpha-beta without memory or table, whose moves follow from the position alone and from its search; with the weights of a file, or those that
    /// ship.
    pub(super) fn alpha_beta(plies: u32, weights: &str) -> Self {
        Self {
            options: vec![
                ("Player", "alpha-beta".to_owned()),
                ("Hash", "0".to_owned()),
                ("EndgameTable", "none".to_owned()),
                ("Parameters", PARAMETERS.to_owned()),
                ("WeightsFile", weights.to_owned()),
            ],
            plies,
        }
    }

    /// OM-search with the weights that ship and models as the engine reads them.
    pub(super) fn knowing(plies: u32, models: &[String], is_guarded: bool) -> Self {
        let guard = if is_guarded { "on" } else { "off" };
        let opponent = format!("{} Safeguard={guard}", models.join(" or "));
        Self {
            options: vec![
                ("Player", "opponent-model".to_owned()),
                ("Hash", "0".to_owned()),
                ("EndgameTable", "none".to_owned()),
                ("Parameters", PARAMETERS.to_owned()),
                ("Opponent", opponent),
            ],
            plies,
        }
    }

    fn engine(&self) -> Result<Engine, Failure> {
        let mut engine = Engine::new();
        engine.set_option("Book", "none")?;
        for (name, value) in &self.options {
            engine.set_option(name, value)?;
        }
        Ok(engine)
    }

    fn limits(&self) -> Limits {
        Limits {
            depth: Some(self.plies),
            quiet: true,
            ..Limits::default()
        }
    }
}

/// The description of alpha-beta as [`Player::alpha_beta`] plays it.
pub(super) fn model(plies: u32, weights: &str) -> String {
    format!("Depth={plies} EndgameTable=none Parameters={PARAMETERS} WeightsFile={weights}")
}

/// What came out of some games, to one of the sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    games: u32,
    won: u32,
    /// Replies that were expected, and those that came.
    expected: u32,
    came: u32,
}

impl Tally {
    pub(super) fn add(&mut self, other: Self) {
        self.games += other.games;
        self.won += other.won;
        self.expected += other.expected;
        self.came += other.came;
    }

    /// The share of games won, in percent.
    pub(super) fn score(self) -> f64 {
        100.0 * f64::from(self.won) / f64::from(self.games.max(1))
    }
}

/// The score in percent over independent openings.
pub(super) fn score(tallies: &[Tally]) -> Option<Estimate> {
    mean(tallies.iter().map(|tally| tally.score()))
}

/// What one gains over the other in points of a hundred, opening by opening.
pub(super) fn gain(ours: &[Tally], others: &[Tally]) -> Option<Estimate> {
    mean(
        ours.iter()
            .zip(others)
            .map(|(ours, other)| ours.score() - other.score()),
    )
}

/// How often the expected reply came, in percent.
pub(super) fn foretold(tallies: &[Tally]) -> Option<Estimate> {
    let mut sum = Tally::default();
    tallies.iter().for_each(|tally| sum.add(*tally));
    share(sum.came as usize, sum.expected as usize).map(|estimate| estimate.times(100.0))
}

/// Two games from an opening, with either colour.
pub(super) fn meet(start: &Position, us: &Player, them: &Player) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    for color in Color::ALL {
        tally.add(play(start, us, them, color)?);
    }
    Ok(tally)
}

fn play(start: &Position, us: &Player, them: &Player, color: Color) -> Result<Tally, Failure> {
    let (mut ours, mut theirs) = (us.engine()?, them.engine()?);
    let mut position = *start;
    let mut tally = Tally {
        games: 1,
        ..Tally::default()
    };
    let mut expected = None;
    loop {
        if let Some(outcome) = position.proven_outcome() {
            tally.won = u32::from(outcome.winner() == Some(color));
            return Ok(tally);
        }
        let mv = if position.to_move() == color {
            let answer = ours.answer(&position, us.limits())?;
            expected = answer.expected_reply;
            answer.best_move
        } else {
            let reply = theirs.answer(&position, them.limits())?.best_move;
            if let Some(expected) = expected.take() {
                tally.expected += 1;
                tally.came += u32::from(reply == Some(expected));
            }
            reply
        };
        position.play(mv.ok_or("the engine has no move")?);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What everything in Amazons rests on: who is modelled exactly plays what is foretold, whatever the search's depth.
    #[test]
    fn an_exact_model_is_always_right() -> Result<(), Failure> {
        let mut numbers = RandomNumbers::from_seed(3);
        let tastes = Tastes::new()?;
        let weights = distorted(&Weights::default(), 0.7, &mut numbers);
        let file = tastes.keep("theirs", &weights)?;
        let start = opening("6x6", 2, &mut numbers)?;
        let them = Player::alpha_beta(2, &file);
        let us = Player::knowing(2, &[model(2, &file)], false);
        let tally = meet(&start, &us, &them)?;
        assert_eq!(tally.games, 2);
        assert!(
            tally.expected >= 6 && tally.expected == tally.came,
            "{tally:?}"
        );
        // And one that is wrong is not.
        let wrong = Player::knowing(2, &[model(2, "")], false);
        let tally = meet(&start, &wrong, &them)?;
        assert!(tally.came < tally.expected, "{tally:?}");
        Ok(())
    }

    #[test]
    fn weights_are_distorted_as_much_as_said() {
        let mut numbers = RandomNumbers::from_seed(1);
        let weights = Weights::default();
        assert_eq!(
            distorted(&weights, 0.0, &mut numbers).of(Term::Domain),
            weights.of(Term::Domain)
        );
        let logarithms: Vec<f64> = (0..100)
            .flat_map(|_| {
                let changed = distorted(&weights, 0.1, &mut numbers);
                Term::ALL.map(|term| (changed.of(term)[3] / weights.of(term)[3]).ln())
            })
            .collect();
        let count = logarithms.len() as f64;
        let square = logarithms.iter().map(|one| one * one).sum::<f64>() / count;
        // Four standard deviations of a sample's deviation.
        assert!(
            (square.sqrt() - 0.1).abs() < 4.0 * 0.1 / (2.0 * count).sqrt(),
            "{square}"
        );
    }
}
