//! `td/frequencies`: how often each domination distance occurs (Tables 1 and 2).

use std::collections::BTreeMap;

use amazons::{Game, Position};
use engine::RandomNumbers;
use evaluation::{Layout, Maps, Paper};
use game::Color;
use learning::{PlaySettings, SelfPlayer};
use serde::{Deserialize, Serialize};

use super::PAPER;
use super::courses::NODES;
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};
use crate::intervals::ratio;

/// The experiment.
pub struct Frequencies;

/// How games are played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    games: usize,
    nodes: u64,
}

/// Domain, then leads of 0, 1, 2, 3 and more.
const KINDS: usize = 6;

/// The squares of each kind over the positions of a part of a game.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Counts {
    queen: [u64; KINDS],
    king: [u64; KINDS],
}

/// A game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Counted {
    /// Until its result was proven.
    open: Counts,
    /// From then on, to the last move.
    decided: Counts,
}

const NAMES: [&str; KINDS] = ["domain", "±0", "±1", "±2", "±3", "±4 and more"];
const PAPER_QUEEN: [f64; KINDS] = [28.31, 29.30, 34.57, 5.21, 1.58, 1.03];
const PAPER_KING: [f64; KINDS] = [28.31, 19.21, 32.32, 11.85, 4.54, 3.77];

impl Experiment for Frequencies {
    const ABOUT: About = About {
        id: "td/frequencies",
        title: "How often each domination distance occurs",
        paper: PAPER,
        shows: "The unlearned program plays itself; on all squares that somebody reaches, by how much the nearer side is \
                nearer (Tables 1 and 2), until a game is decided and to its last move.",
    };

    type Settings = Settings;
    type Unit = Counted;

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            games: match scale {
                Scale::Small => 20,
                Scale::Paper => 400,
            },
            nodes: NODES,
        }
    }

    fn units(&self, settings: &Settings) -> usize {
        settings.games
    }

    fn measure(
        &self,
        settings: &Settings,
        _: usize,
        numbers: RandomNumbers,
    ) -> Result<Counted, Failure> {
        let mut player = SelfPlayer::new(&PlaySettings {
            nodes: Some(settings.nodes),
            to_the_end: true,
            ..PlaySettings::default()
        })?;
        let weights = Paper::UNLEARNED.to_weights("unlearned")?;
        let game = player.play(0, &weights, numbers)?;
        let mut counted = Counted {
            open: Counts::default(),
            decided: Counts::default(),
        };
        let mut is_decided = false;
        for position in game.positions() {
            is_decided |= position.proven_outcome().is_some();
            let counts = match is_decided {
                false => &mut counted.open,
                true => &mut counted.decided,
            };
            counts.add(&position);
        }
        Ok(counted)
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Counted>) -> Findings {
        let games: Vec<&Counted> = units.values().collect();
        let table = |title: &str, paper: [f64; KINDS], of: fn(&Counts) -> &[u64; KINDS]| {
            let mut table = Table::new(
                title,
                &[
                    "difference",
                    "paper, %",
                    "to the last move, %",
                    "until decided, %",
                ],
                &format!(
                    "{} games of {} nodes a move, with 95 % intervals from the spread between games; the paper's 100 had a \
                     second a move, and it does not say how far they were played.",
                    games.len(),
                    settings.nodes
                ),
            );
            for kind in 0..KINDS {
                let measured = |with_decided: bool| {
                    let share = ratio(games.iter().map(|game| {
                        let parts = [of(&game.open), of(&game.decided)];
                        let parts = &parts[..if with_decided { 2 } else { 1 }];
                        let sum = |kinds: std::ops::Range<usize>| -> f64 {
                            let squares = parts.iter().flat_map(|part| &part[kinds.clone()]);
                            squares.sum::<u64>() as f64
                        };
                        (sum(kind..kind + 1), sum(0..KINDS))
                    }));
                    Cell::measured(share.map(|share| share.times(100.0)), 2)
                };
                let paper = Cell::Text(format!("{:.2}", paper[kind]));
                table.rows.push(vec![
                    NAMES[kind].into(),
                    paper,
                    measured(true),
                    measured(false),
                ]);
            }
            table
        };
        Findings {
            tables: vec![
                table("Table 1: queen's distance", PAPER_QUEEN, |counts| {
                    &counts.queen
                }),
                table("Table 2: king's distance", PAPER_KING, |counts| {
                    &counts.king
                }),
            ],
            figures: Vec::new(),
        }
    }
}

impl Counts {
    fn add(&mut self, position: &Position) {
        let maps = Maps::of(&Layout::of(position));
        for (counts, distances) in [(&mut self.queen, &maps.queen), (&mut self.king, &maps.king)] {
            for square in position.empty_squares() {
                let distance = |color| distances[color].to(square);
                match (distance(Color::Black), distance(Color::White)) {
                    (Some(black), Some(white)) => counts[1 + black.abs_diff(white).min(4)] += 1,
                    (None, None) => {}
                    _ => counts[0] += 1,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_counted_by_hand() {
        // Both next to the middle; the third square is behind fire and nobody's.
        let mut counts = Counts::default();
        counts.add(&Position::parse("x.o#. b").unwrap());
        assert_eq!(
            (counts.queen, counts.king),
            ([0, 1, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0])
        );
        // Black is one king's move away from the left one and White four; by queen's moves both are one.
        counts.add(&Position::parse("x....o b").unwrap());
        assert_eq!(counts.queen, [0, 5, 0, 0, 0, 0]);
        assert_eq!(counts.king, [0, 1, 2, 0, 2, 0]);
        counts.add(&Position::parse("x.#o b").unwrap());
        assert_eq!((counts.queen[0], counts.king[0]), (1, 1));
    }
}
