//! `td/tictactoe`: TD learning where the true values are known.
//!
//! Two random players play TicTacToe. Every position has a weight of its own; its true value is
//! known from all games, and learning must converge to it.

use std::collections::BTreeMap;

use game::{Color, Game};
use learning::td_lambda::TdLambda;
use toys::TicTacToe;

use super::PAPER;
use crate::prelude::*;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    /// Start position.
    start: String,
    games: u32,
    lambdas: Vec<f64>,
    rate: f64,
    #[serde(rename = "half_after")]
    rate_half_life: u32,
}

/// Errors during a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ErrorCurve {
    /// Number of games, and mean absolute error over all positions weighted by frequency.
    curve: Vec<(u32, f64)>,
    /// Final value of X at the start and after a corner, a side and the center, where legal.
    learned: Vec<Option<f64>>,
}

/// First moves up to symmetry: corner, side, center.
const FIRST_MOVES: [&str; 3] = ["a1", "b1", "b2"];

/// Convergence of TD learning to exact values.
/// Condition: λ.
pub const TICTACTOE_CONVERGENCE: Experiment<Config, f64, ErrorCurve> = Experiment {
    info: ExperimentInfo {
        id: "td/tictactoe",
        title: "TD learning with known true values",
        reference: PAPER,
        description: "Random players play TicTacToe, and the value of every position is learned by TD: distance from the true \
                      value, which follows from all games.",
    },
    config: |scale| Config {
        start: TicTacToe::start().to_text(),
        games: scale.pick(10_000, 300_000),
        lambdas: vec![0.0, 0.5, 0.95, 1.0],
        rate: 2.0,
        rate_half_life: 10_000,
    },
    grid: |config| Grid::of(&config.lambdas),
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, f64>) -> Result<ErrorCurve, BoxError> {
    let Unit { config, rng, .. } = unit;
    let td = TdLambda {
        lambda: *unit.condition,
        ..TdLambda::default()
    };
    let exact = ExactValues::new(&config.start)?;
    let mut weights = vec![0.0; exact.positions.len()];
    let mut curve = Vec::new();
    let mut next = 10;
    for played in 0..config.games {
        let (positions, result) = exact.play(rng);
        let gradients: Vec<_> = positions.iter().map(|&index| vec![(index, 1.0)]).collect();
        let half_life = f64::from(config.rate_half_life);
        let rate = config.rate / (1.0 + f64::from(played) / half_life);
        let changes = td.update(&weights, &gradients, result);
        for (weight, change) in weights.iter_mut().zip(changes) {
            *weight += rate * change;
        }
        if played + 1 == next || played + 1 == config.games {
            curve.push((played + 1, exact.error(&td, &weights)));
            next = (next * 5).div_ceil(4);
        }
    }
    let learned = exact
        .first_positions()
        .map(|index| Some(td.win_probability(&weights, &vec![(index?, 1.0)])))
        .collect();
    Ok(ErrorCurve { curve, learned })
}

fn results(config: &Config, groups: &Groups<'_, f64, ErrorCurve>) -> Results {
    let exact = ExactValues::new(&config.start).ok().map(|exact| {
        let values = exact.first_positions();
        let values = values.map(|index| Some(exact.positions[index?].0));
        ("exact".to_owned(), values.collect(), "0".to_owned())
    });
    let name = |lambda: &f64| format!("λ = {lambda}");
    let learned = groups.first_samples().map(|(lambda, errors)| {
        let last = errors.curve.last().map_or(0.0, |(_, error)| *error);
        (name(lambda), errors.learned.clone(), format!("{last:.4}"))
    });
    let rows: Vec<(String, Vec<Option<f64>>, String)> = exact.into_iter().chain(learned).collect();
    let table = ResultTable::over("Value of X, a draw counting half", rows)
        .column("λ", |row| row.0.clone())
        .columns(
            ["start", "corner", "side", "center"]
                .into_iter()
                .enumerate(),
            |column| column.1,
            |row, column| row.1[column.0].map(|value| ResultCell::decimal(value, 4)),
        )
        .column("mean error", |row| row.2.clone())
        .note(&format!(
            "After {} games. Mean absolute error over all positions, weighted by frequency.",
            plot::format_number(config.games.into(), 0)
        ));
    let lines = groups.first_samples().map(|(lambda, errors)| {
        let points = errors.curve.iter();
        let points = points.map(|(games, error)| Point::new(f64::from(*games), *error));
        Series::line(name(lambda), points)
    });
    let plot = Plot::new(
        "Error of the learned values",
        Axis::new("games").with_log_scale(),
        Axis::new("mean absolute error").with_log_scale(),
        lines,
    );
    Results::new([table]).figure("tictactoe", [plot])
}

/// All positions of games between random players.
struct ExactValues {
    start: TicTacToe,
    /// Undecided positions: value of X, and frequency.
    positions: Vec<(f64, f64)>,
    indices: BTreeMap<u64, usize>,
}

impl ExactValues {
    fn new(start: &str) -> Result<Self, BoxError> {
        let start = TicTacToe::parse(start)?;
        let mut exact = Self {
            start,
            positions: Vec::new(),
            indices: BTreeMap::new(),
        };
        exact.value(&start);
        exact.add_frequency(&start, 1.0);
        Ok(exact)
    }

    /// Value of X by full enumeration.
    fn value(&mut self, position: &TicTacToe) -> f64 {
        if let Some(outcome) = position.outcome() {
            return f64::from(1 + outcome.sign_for(Color::Black)) / 2.0;
        }
        if let Some(&index) = self.indices.get(&position.key()) {
            return self.positions[index].0;
        }
        let moves = position.moves();
        let sum: f64 = moves
            .iter()
            .map(|&mv| self.value(&after(position, mv)))
            .sum();
        let value = sum / moves.len() as f64;
        self.indices.insert(position.key(), self.positions.len());
        self.positions.push((value, 0.0));
        value
    }

    /// Adds the frequency of a position and of those after it.
    fn add_frequency(&mut self, position: &TicTacToe, frequency: f64) {
        if let Some(&index) = self.indices.get(&position.key()) {
            self.positions[index].1 += frequency;
            let moves = position.moves();
            for &mv in &moves {
                self.add_frequency(&after(position, mv), frequency / moves.len() as f64);
            }
        }
    }

    /// Plays a random game; returns indices of its positions and the result of X.
    fn play(&self, rng: &mut SplitMix64) -> (Vec<usize>, f64) {
        let mut position = self.start;
        let mut indices = Vec::new();
        loop {
            if let Some(outcome) = position.outcome() {
                return (indices, f64::from(1 + outcome.sign_for(Color::Black)) / 2.0);
            }
            indices.push(self.indices[&position.key()]);
            let moves = position.moves();
            position.play(moves[rng.below(moves.len())]);
        }
    }

    fn error(&self, td: &TdLambda, weights: &[f64]) -> f64 {
        let (mut sum, mut total) = (0.0, 0.0);
        for (index, &(value, frequency)) in self.positions.iter().enumerate() {
            sum += frequency * (td.win_probability(weights, &vec![(index, 1.0)]) - value).abs();
            total += frequency;
        }
        sum / total
    }

    /// Indices of the start and of the positions after the first moves, where legal.
    fn first_positions(&self) -> impl Iterator<Item = Option<usize>> {
        let next = FIRST_MOVES.iter().map(|text| {
            let mv = self.start.parse_move(text).ok()?;
            Some(after(&self.start, mv))
        });
        let all = std::iter::once(Some(self.start)).chain(next);
        all.map(|position| self.indices.get(&position?.key()).copied())
    }
}

fn after(position: &TicTacToe, mv: <TicTacToe as Game>::Move) -> TicTacToe {
    let mut next = *position;
    next.play(mv);
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::testing::sample;

    /// Between random players X wins 737 of 1,260 games and 8 of 63 are drawn.
    #[test]
    fn exact_values_are_as_published() {
        let exact = ExactValues::new(&TicTacToe::start().to_text()).unwrap();
        let values = exact
            .first_positions()
            .map(|index| exact.positions[index.unwrap()].0);
        let [start, corner, side, center] = values.collect::<Vec<_>>()[..] else {
            panic!("all first moves are legal");
        };
        let known = 737.0 / 1_260.0 + 0.5 * 8.0 / 63.0;
        assert!((start - known).abs() < 1e-12);
        assert!(side < corner && corner < center);
    }

    #[test]
    fn learning_converges() {
        let config = Config {
            start: "xo./.x./o.. x".to_owned(),
            games: 60_000,
            lambdas: vec![0.0, 0.95],
            rate: 2.0,
            rate_half_life: 2_000,
        };
        let exact = ExactValues::new(&config.start).unwrap();
        let start = exact.positions[exact.first_positions().next().unwrap().unwrap()].0;
        for index in 0..2 {
            let errors = sample(&TICTACTOE_CONVERGENCE, &config, index, 1);
            let (first, last) = (errors.curve[0].1, errors.curve.last().unwrap().1);
            assert!(last < 0.03 && first > 5.0 * last, "{first} {last}");
            assert!((errors.learned[0].unwrap() - start).abs() < 0.03);
        }
    }
}
