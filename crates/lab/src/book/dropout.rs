//! `book/dropout`: when a book is left in a game, and how one stands then.

use std::collections::BTreeMap;

use amazons::notation::parse_position;
use engine::RandomNumbers;
use game::Game;
use plot::{Axis, Figure, Mark, Plot, Point, Series};
use serde::{Deserialize, Serialize};

use super::PAPER;
use super::recipe::Recipe;
use super::side::{Knows, Play, Side};
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};
use crate::intervals::mean;

/// The experiment.
pub struct DropOut;

/// How much is played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    books: Vec<Recipe>,
    play: Play,
    /// As first and as second player each.
    games: usize,
    /// The positions that the judge of the value looks at.
    judge_nodes: u64,
}

/// A game up to where the book ends.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Left {
    ply: u32,
    /// The chance of whoever had the book.
    chance: f64,
}

impl Settings {
    /// Which book plays first or second in a unit.
    fn part(&self, index: usize) -> (&Recipe, bool) {
        let count = self.books.len();
        (
            &self.books[index % count],
            (index / count).is_multiple_of(2),
        )
    }
}

impl Experiment for DropOut {
    const ABOUT: About = About {
        id: "book/dropout",
        title: "When a book is left, and how one stands then",
        paper: PAPER,
        shows: "Games with a book against the same engine without, as first and as second player, up to the first position \
                that the book does not know: at which move that is, and what the position is worth to whoever had the book, by a search \
                ten times as long. Ideal: the longer in book, the better.",
    };

    type Settings = Settings;
    type Unit = Left;

    fn settings(&self, scale: Scale) -> Settings {
        match scale {
            Scale::Small => Settings {
                books: [2, 4].map(|k| Recipe::paper(k, 400).small()).into(),
                play: Play::small(),
                games: 4,
                judge_nodes: 100,
            },
            Scale::Paper => Settings {
                books: (2..=10).map(|k| Recipe::paper(k, 400)).collect(),
                play: Play::customary(),
                games: 50,
                judge_nodes: 2_000,
            },
        }
    }

    fn units(&self, settings: &Settings) -> usize {
        settings.books.len() * 2 * settings.games
    }

    fn measure(
        &self,
        settings: &Settings,
        index: usize,
        mut numbers: RandomNumbers,
    ) -> Result<Left, Failure> {
        let (recipe, is_first) = settings.part(index);
        let book = recipe.book()?;
        let mut with = Side::new(&settings.play, Knows::Made(&book), numbers.next_bits())?;
        let mut without = Side::new(&settings.play, Knows::Nothing, numbers.next_bits())?;
        let mut position = parse_position(&recipe.board)?;
        for ply in 0.. {
            let is_ours = (ply % 2 == 0) == is_first;
            let mv = if position.proven_outcome().is_some() {
                None
            } else if is_ours {
                with.known_move(&position)
            } else {
                Some(without.think(&position, ply, &mut numbers)?)
            };
            let Some(mv) = mv else {
                let chance = without.judge(&position, settings.judge_nodes)?;
                let chance = if is_ours { chance } else { 1.0 - chance };
                return Ok(Left { ply, chance });
            };
            position.play(mv);
        }
        Err("no game goes on for ever".into())
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Left>) -> Findings {
        let mut table = Table::new(
            "Where books are left",
            &[
                "k",
                "plays",
                "games",
                "moves played when the book is left",
                "chance then, %",
            ],
            "Moves of both players together. With 95 % intervals. Positions that were not searched themselves are not played into.",
        );
        let mut lines = Vec::new();
        for (name, plays_first) in [("first", true), ("second", false)] {
            let mut places = Vec::new();
            for recipe in &settings.books {
                let own: Vec<Left> = units
                    .iter()
                    .filter(|(index, _)| settings.part(**index) == (recipe, plays_first))
                    .map(|(_, left)| *left)
                    .collect();
                let plies = mean(own.iter().map(|left| f64::from(left.ply)));
                if let Some(plies) = plies {
                    let k = recipe.k as f64;
                    places.push(Point::with_interval(k, plies.value, plies.low, plies.high));
                }
                table.rows.push(vec![
                    Cell::Text(recipe.k.to_string()),
                    Cell::from(name),
                    Cell::Count(own.len() as u64),
                    Cell::measured(plies, 1),
                    Cell::measured(mean(own.iter().map(|left| 100.0 * left.chance)), 1),
                ]);
            }
            lines.push(Series {
                name: format!("as {name} player"),
                mark: Mark::Line,
                points: places,
            });
        }
        Findings {
            tables: vec![table],
            figures: vec![("left".to_owned(), figure(lines))],
        }
    }
}

fn figure(series: Vec<Series>) -> Figure {
    Figure {
        plots: vec![Plot {
            title: "Moves played when the book is left".to_owned(),
            x: Axis {
                label: "k".to_owned(),
                ..Axis::default()
            },
            y: Axis {
                label: "moves".to_owned(),
                ..Axis::default()
            },
            series,
            reference_lines: Vec::new(),
        }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_is_left_on_the_turn_of_whoever_has_it() -> Result<(), Failure> {
        let settings = Experiment::settings(&DropOut, Scale::Small);
        let mut units = BTreeMap::new();
        for index in 0..4 {
            let left = DropOut.measure(&settings, index, RandomNumbers::from_seed(index as u64))?;
            let (_, is_first) = settings.part(index);
            assert_eq!(left.ply % 2 == 0, is_first, "{left:?}");
            assert!(
                !is_first || left.ply >= 2,
                "the first move is in the book: {left:?}"
            );
            units.insert(index, left);
        }
        let findings = DropOut.findings(&settings, &units);
        assert_eq!(findings.tables[0].rows.len(), 4);
        Ok(())
    }
}
