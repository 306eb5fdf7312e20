//! `td/tictactoe`: the learner where the right answer is known.
//!
//! Two players who draw their moves play TicTacToe. Every position has a weight of its own, and the chance behind it
//! is known exactly, by going through all games: what is learned must come to that.

use std::collections::BTreeMap;

use engine::RandomNumbers;
use game::{Color, Game};
use learning::differences::Differences;
use plot::{Axis, Figure, Mark, Plot, Point, Series};
use serde::{Deserialize, Serialize};
use toys::TicTacToe;

use super::PAPER;
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};

/// The experiment.
pub struct Converging;

/// How much is learned.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Where games begin.
    start: String,
    games: u32,
    lambdas: Vec<f64>,
    rate: f64,
    half_after: u32,
}

/// A course of one λ.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Errors {
    /// After how many games, and the mean error of the chances over all positions, by how often they come up.
    curve: Vec<(u32, f64)>,
    /// The chance of X at the start in the end, then after a corner, a side and the middle, where those are legal.
    learned: Vec<Option<f64>>,
}

/// The first moves that differ on an empty board: a corner, a side, the middle.
const OPENINGS: [&str; 3] = ["a1", "b1", "b2"];

impl Experiment for Converging {
    const ABOUT: About = About {
        id: "td/tictactoe",
        title: "TD where the right answer is known",
        paper: PAPER,
        shows: "Players who draw their moves play TicTacToe, and the chance of every position is learned by TD: how far it is \
                from the true one, which follows from going through all games.",
    };

    type Settings = Settings;
    type Unit = Errors;

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            start: TicTacToe::start().to_text(),
            games: match scale {
                Scale::Small => 10_000,
                Scale::Paper => 300_000,
            },
            lambdas: vec![0.0, 0.5, 0.95, 1.0],
            rate: 2.0,
            half_after: 10_000,
        }
    }

    fn units(&self, settings: &Settings) -> usize {
        settings.lambdas.len()
    }

    fn measure(
        &self,
        settings: &Settings,
        index: usize,
        mut numbers: RandomNumbers,
    ) -> Result<Errors, Failure> {
        let lambda = *settings.lambdas.get(index).ok_or("there is no such λ")?;
        let td = Differences {
            lambda,
            ..Differences::default()
        };
        let truth = Truth::new(&settings.start)?;
        let mut weights = vec![0.0; truth.positions.len()];
        let mut curve = Vec::new();
        let mut next = 10;
        for played in 0..settings.games {
            let (positions, result) = truth.play(&mut numbers);
            let slopes: Vec<_> = positions.iter().map(|&place| vec![(place, 1.0)]).collect();
            let rate = settings.rate / (1.0 + f64::from(played) / f64::from(settings.half_after));
            for (index, change) in td.change(&weights, &slopes, result).into_iter().enumerate() {
                weights[index] += rate * change;
            }
            if played + 1 == next || played + 1 == settings.games {
                curve.push((played + 1, truth.error(&td, &weights)));
                next = (next * 5).div_ceil(4);
            }
        }
        let learned = truth
            .openings()
            .map(|place| Some(td.chance(&weights, &vec![(place?, 1.0)])))
            .collect();
        Ok(Errors { curve, learned })
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Errors>) -> Findings {
        let mut table = Table::new(
            "Chances of X, a draw counting half",
            &[
                "λ",
                "at the start",
                "corner",
                "side",
                "middle",
                "mean error",
            ],
            &format!(
                "After {} games. The error is the mean of |P − truth| over all positions, by how often they come up.",
                plot::format_number(settings.games.into(), 0)
            ),
        );
        let row = |name: String, chances: &[Option<f64>], error: String| {
            let mut cells = vec![Cell::Text(name)];
            let cell = |chance: &Option<f64>| match chance {
                Some(chance) => Cell::Text(format!("{chance:.4}")),
                None => Cell::Unknown,
            };
            cells.extend(chances.iter().map(cell));
            cells.push(Cell::Text(error));
            cells
        };
        if let Ok(truth) = Truth::new(&settings.start) {
            let known = truth
                .openings()
                .map(|place| Some(truth.positions[place?].0));
            let known: Vec<Option<f64>> = known.collect();
            table
                .rows
                .push(row("the truth".to_owned(), &known, "0".to_owned()));
        }
        let mut series = Vec::new();
        for (&index, errors) in units {
            let name = format!("λ = {}", settings.lambdas[index]);
            let last = errors.curve.last().map_or(0.0, |(_, error)| *error);
            table
                .rows
                .push(row(name.clone(), &errors.learned, format!("{last:.4}")));
            let places = errors.curve.iter();
            series.push(Series {
                name,
                mark: Mark::Line,
                points: places
                    .map(|(games, error)| Point::new(f64::from(*games), *error))
                    .collect(),
            });
        }
        let plot = Plot {
            title: "How far learned chances are from the true ones".to_owned(),
            x: Axis::new("games").with_log_scale(),
            y: Axis::new("mean |P − truth|").with_log_scale(),
            series,
            reference_lines: Vec::new(),
        };
        Findings {
            tables: vec![table],
            figures: vec![("tictactoe".to_owned(), Figure::new(plot))],
        }
    }
}

/// All positions of the game where both players draw their moves.
struct Truth {
    start: TicTacToe,
    /// Positions that are not over: the chance of X, and how often a game comes there.
    positions: Vec<(f64, f64)>,
    places: BTreeMap<u64, usize>,
}

impl Truth {
    fn new(start: &str) -> Result<Self, Failure> {
        let start = TicTacToe::parse(start)?;
        let mut truth = Self {
            start,
            positions: Vec::new(),
            places: BTreeMap::new(),
        };
        truth.chance(&start);
        truth.visit(&start, 1.0);
        Ok(truth)
    }

    /// The chance of X, by going through all games.
    fn chance(&mut self, position: &TicTacToe) -> f64 {
        if let Some(outcome) = position.outcome() {
            return f64::from(1 + outcome.score_for(Color::Black)) / 2.0;
        }
        if let Some(&place) = self.places.get(&position.key()) {
            return self.positions[place].0;
        }
        let moves = position.moves();
        let sum: f64 = moves
            .iter()
            .map(|&mv| self.chance(&after(position, mv)))
            .sum();
        let chance = sum / moves.len() as f64;
        self.places.insert(position.key(), self.positions.len());
        self.positions.push((chance, 0.0));
        chance
    }

    /// Adds how often games come to a position and to those behind it.
    fn visit(&mut self, position: &TicTacToe, share: f64) {
        if let Some(&place) = self.places.get(&position.key()) {
            self.positions[place].1 += share;
            let moves = position.moves();
            for &mv in &moves {
                self.visit(&after(position, mv), share / moves.len() as f64);
            }
        }
    }

    /// Draws a game: the places of its positions, and what X got.
    fn play(&self, numbers: &mut RandomNumbers) -> (Vec<usize>, f64) {
        let mut position = self.start;
        let mut places = Vec::new();
        loop {
            if let Some(outcome) = position.outcome() {
                return (places, f64::from(1 + outcome.score_for(Color::Black)) / 2.0);
            }
            places.push(self.places[&position.key()]);
            let moves = position.moves();
            position.play(moves[numbers.below(moves.len())]);
        }
    }

    fn error(&self, td: &Differences, weights: &[f64]) -> f64 {
        let (mut sum, mut all) = (0.0, 0.0);
        for (place, &(chance, share)) in self.positions.iter().enumerate() {
            sum += share * (td.chance(weights, &vec![(place, 1.0)]) - chance).abs();
            all += share;
        }
        sum / all
    }

    /// The places of the start and of what follows from the first moves, where those are legal.
    fn openings(&self) -> impl Iterator<Item = Option<usize>> {
        let behind = OPENINGS.iter().map(|text| {
            let mv = self.start.parse_move(text).ok()?;
            Some(after(&self.start, mv))
        });
        let all = std::iter::once(Some(self.start)).chain(behind);
        all.map(|position| self.places.get(&position?.key()).copied())
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

    /// Where both draw their moves, X wins 737 of 1,260 games and 8 of 63 are drawn.
    #[test]
    fn the_truth_is_the_known_one() {
        let truth = Truth::new(&TicTacToe::start().to_text()).unwrap();
        let chances = truth
            .openings()
            .map(|place| truth.positions[place.unwrap()].0);
        let [start, corner, side, middle] = chances.collect::<Vec<_>>()[..] else {
            panic!("all are legal");
        };
        let known = 737.0 / 1_260.0 + 0.5 * 8.0 / 63.0;
        assert!((start - known).abs() < 1e-12);
        assert!(side < corner && corner < middle);
    }

    #[test]
    fn learning_comes_to_the_truth() {
        let settings = Settings {
            start: "xo./.x./o.. x".to_owned(),
            games: 60_000,
            lambdas: vec![0.0, 0.95],
            rate: 2.0,
            half_after: 2_000,
        };
        let truth = Truth::new(&settings.start).unwrap();
        let start = truth.positions[truth.openings().next().unwrap().unwrap()].0;
        for unit in 0..2 {
            let numbers = RandomNumbers::from_seed(1);
            let errors = Converging.measure(&settings, unit, numbers).unwrap();
            let (first, last) = (errors.curve[0].1, errors.curve.last().unwrap().1);
            assert!(last < 0.03 && first > 5.0 * last, "{first} {last}");
            assert!((errors.learned[0].unwrap() - start).abs() < 0.03);
        }
    }
}
