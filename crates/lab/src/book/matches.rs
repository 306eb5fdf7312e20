//! `book/match` and `book/policies`: with a book against without.

use std::collections::BTreeMap;

use amazons::notation::parse_position;
use book::PolicyName;
use engine::RandomNumbers;
use plot::{Axis, Figure, Mark, Plot, Point, ReferenceLine, Series};
use serde::{Deserialize, Serialize};

use super::PAPER;
use super::game::{Played, game};
use super::recipe::Recipe;
use super::side::{Knows, Play};
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};
use crate::intervals::{Estimate, mean, share};

/// The experiment, for books that are compared.
pub struct Matches<C>(pub C);

/// Which books are compared.
pub trait Compared: Sync + 'static {
    /// What it is.
    const ABOUT: About;

    /// The books.
    fn books() -> Vec<Recipe>;

    /// What a book is called in tables.
    fn name(recipe: &Recipe) -> String;

    /// Games of 50 that the paper's book won as first and as second player, if it has that book.
    fn paper(recipe: &Recipe) -> Option<[u64; 2]>;
}

/// The paper's books, by k.
pub struct ByWidth;

/// All policies, with the same number of searches.
pub struct ByPolicy;

/// The positions that a search for a book looks at.
const BOOK_NODES: u64 = 400;

impl Compared for ByWidth {
    const ABOUT: About = About {
        id: "book/match",
        title: "With a book against without",
        paper: PAPER,
        shows: "The same engine with a book of 1,000 positions and without, as first and as second player, at the same number of nodes a \
                move; the paper's 100 games a book say little, so here are more, and intervals.",
    };

    fn books() -> Vec<Recipe> {
        [4, 5, 6].map(|k| Recipe::paper(k, BOOK_NODES)).into()
    }

    fn name(recipe: &Recipe) -> String {
        format!("k = {}", recipe.k)
    }

    fn paper(recipe: &Recipe) -> Option<[u64; 2]> {
        match recipe.k {
            4 => Some([30, 21]),
            5 => Some([26, 32]),
            6 => Some([26, 22]),
            _ => None,
        }
    }
}

impl Compared for ByPolicy {
    const ABOUT: About = About {
        id: "book/policies",
        title: "Which policy makes the most of a number of searches",
        paper: "beyond the paper, which has best-first alone",
        shows: "Books of 200 searches each, by every policy, against the same engine without a book: points, and how long the book \
                lasts.",
    };

    fn books() -> Vec<Recipe> {
        PolicyName::ALL
            .map(|policy| Recipe::policy(policy, BOOK_NODES))
            .into()
    }

    fn name(recipe: &Recipe) -> String {
        recipe.policy.clone()
    }

    fn paper(_: &Recipe) -> Option<[u64; 2]> {
        None
    }
}

/// How much is played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    books: Vec<Recipe>,
    play: Play,
    /// As first and as second player each.
    games: usize,
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

impl<C: Compared> Experiment for Matches<C> {
    const ABOUT: About = C::ABOUT;
    type Settings = Settings;
    type Unit = Played;

    fn settings(&self, scale: Scale) -> Settings {
        match scale {
            Scale::Small => Settings {
                books: C::books().into_iter().map(Recipe::small).collect(),
                play: Play::small(),
                games: 4,
            },
            Scale::Paper => Settings {
                books: C::books(),
                play: Play::customary(),
                games: 200,
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
    ) -> Result<Played, Failure> {
        let (recipe, is_first) = settings.part(index);
        let book = recipe.book()?;
        let start = parse_position(&recipe.board)?;
        let knows = Knows::Made(&book);
        game(&settings.play, &start, knows, is_first, &mut numbers)
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Played>) -> Findings {
        let mut table = Table::new(
            "With a book against without",
            &[
                "book",
                "plays",
                "games",
                "won",
                "won, %",
                "moves from the book",
                "paper, won of 50",
            ],
            "The same engine on both sides, with the same number of nodes a move; both draw their first moves among good ones. With 95 % intervals. \
             A first player wins somewhat more than half without any book, so both rows of a book count together.",
        );
        let mut places = Vec::new();
        let mut ticks = Vec::new();
        for (place, recipe) in settings.books.iter().enumerate() {
            let paper = C::paper(recipe);
            let of = |wanted: Option<bool>| -> Vec<Played> {
                let own = units.iter().filter(|(index, _)| {
                    let (book, is_first) = settings.part(**index);
                    book == recipe && wanted.is_none_or(|wanted| wanted == is_first)
                });
                own.map(|(_, played)| *played).collect()
            };
            for (name, games, paper) in [
                ("first", of(Some(true)), paper.map(|won| won[0])),
                ("second", of(Some(false)), paper.map(|won| won[1])),
                ("both", of(None), None),
            ] {
                let won = points(&games);
                if let (Some(won), "both") = (won, name) {
                    places.push(Point::with_interval(
                        place as f64,
                        won.value,
                        won.low,
                        won.high,
                    ));
                    ticks.push((place as f64, C::name(recipe)));
                }
                table.rows.push(vec![
                    Cell::Text(C::name(recipe)),
                    Cell::from(name),
                    Cell::Count(games.len() as u64),
                    Cell::Count(games.iter().filter(|game| game.won).count() as u64),
                    Cell::measured(won, 1),
                    Cell::measured(mean(games.iter().map(|game| f64::from(game.from_book))), 1),
                    paper.map_or(Cell::Unknown, Cell::Count),
                ]);
            }
        }
        Findings {
            tables: vec![table],
            figures: vec![("points".to_owned(), figure(places, ticks))],
        }
    }
}

fn points(games: &[Played]) -> Option<Estimate> {
    let won = games.iter().filter(|game| game.won).count();
    share(won, games.len()).map(|share| share.times(100.0))
}

fn figure(places: Vec<Point>, ticks: Vec<(f64, String)>) -> Figure {
    Figure {
        plots: vec![Plot {
            title: "Points of a hundred with a book, against none".to_owned(),
            x: Axis {
                label: "book".to_owned(),
                range: Some((-0.5, places.len() as f64 - 0.5)),
                ticks,
                ..Axis::default()
            },
            y: Axis {
                label: "%".to_owned(),
                ..Axis::default()
            },
            series: vec![Series {
                name: String::new(),
                mark: Mark::Point,
                points: places,
            }],
            reference_lines: vec![ReferenceLine {
                y: 50.0,
                label: "no difference".to_owned(),
            }],
        }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn books_are_played_with_and_counted() -> Result<(), Failure> {
        let experiment = Matches(ByPolicy);
        let settings = Experiment::settings(&experiment, Scale::Small);
        let mut units = BTreeMap::new();
        // Every book once with the first move, and the first book also with the second.
        for index in 0..=settings.books.len() {
            let numbers = RandomNumbers::from_seed(index as u64);
            let played = experiment.measure(&settings, index, numbers)?;
            let (_, is_first) = settings.part(index);
            assert!(!is_first || played.from_book > 0, "{index}: {played:?}");
            units.insert(index, played);
        }
        let findings = experiment.findings(&settings, &units);
        assert_eq!(findings.tables[0].rows.len(), 18);
        assert_eq!(findings.tables[0].rows[2][2], Cell::Count(2));
        Ok(())
    }
}
