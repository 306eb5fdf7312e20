//! `game/first-mover`: what moving first is worth, how long games are and how much choice there is.

mod playing;
mod showing;

use std::collections::BTreeMap;

use amazons::{BoardSize, Position};
use engine::RandomNumbers;
use serde::{Deserialize, Serialize};

use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::Findings;
use playing::{Chooser, play};
use showing::{beside_the_paper, by_size, choice_by_ply, wins_and_lengths};

/// The experiment.
pub struct FirstMover;

/// How games are played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Square boards, by their side.
    sizes: Vec<u8>,
    /// Who plays, each against itself.
    players: Vec<Player>,
    /// The random moves that every game begins with.
    opening_plies: usize,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Player {
    /// One of the engine's.
    player: String,
    /// The positions that it looks at for a move.
    nodes: u64,
    /// The games on each board.
    games: usize,
    /// The games of one unit.
    games_at_once: usize,
}

/// A game to its last move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    first_won: bool,
    /// The moves until fire kept the players apart for good: what follows is filling.
    separated: usize,
    /// The number of legal moves before each move.
    choices: Vec<u32>,
}

impl Experiment for FirstMover {
    const ABOUT: About = About {
        id: "game/first-mover",
        title: "Moving first, length and choice by board size",
        paper: "Building an Opening Book for Amazons: 2,176 moves at the start, 479 on average, over \
                1,000 in the first ten plies",
        shows: "Players meet themselves on boards from 5×5 to 10×10, from random openings: how often \
                who moves first wins, how long games last, and how many moves there are to choose from.",
    };

    type Settings = Settings;
    type Unit = Vec<PlayedGame>;

    fn settings(&self, scale: Scale) -> Settings {
        let player = |player: &str, nodes, games, games_at_once| Player {
            player: player.to_owned(),
            nodes,
            games,
            games_at_once,
        };
        Settings {
            sizes: (5..=10).collect(),
            players: match scale {
                Scale::Small => vec![
                    player("random", 1, 200, 100),
                    player("alpha-beta", 100, 40, 4),
                ],
                Scale::Paper => vec![
                    player("random", 1, 2000, 200),
                    player("alpha-beta", 1000, 400, 10),
                    player("network", 30, 100, 2),
                ],
            },
            opening_plies: 2,
        }
    }

    fn units(&self, settings: &Settings) -> usize {
        settings.units().count()
    }

    fn measure(
        &self,
        settings: &Settings,
        index: usize,
        mut numbers: RandomNumbers,
    ) -> Result<Vec<PlayedGame>, Failure> {
        let unit = settings.units().nth(index).ok_or("there is no such unit")?;
        let size = BoardSize::new(unit.size, unit.size).ok_or("there is no such board")?;
        let start = Position::start(size).ok_or("the board has no start")?;
        let mut chooser = Chooser::new(unit.player)?;
        (0..unit.games)
            .map(|_| {
                play(
                    start,
                    settings.opening_plies,
                    &mut chooser,
                    &mut numbers.split(),
                )
            })
            .collect()
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Vec<PlayedGame>>) -> Findings {
        let cells = settings.cells(units);
        Findings {
            tables: vec![beside_the_paper(settings, &cells), by_size(&cells)],
            figures: vec![
                ("first-mover".to_owned(), wins_and_lengths(settings, &cells)),
                ("choice".to_owned(), choice_by_ply(settings, &cells)),
            ],
        }
    }
}

/// What is done in one unit.
struct UnitPlan<'a> {
    size: u8,
    player: &'a Player,
    games: usize,
}

/// All games of one player on one board.
struct GamesOf<'a> {
    size: u8,
    player: &'a Player,
    games: Vec<&'a PlayedGame>,
}

impl Settings {
    /// The units, in turns over boards and players, so that all grow together.
    fn units(&self) -> impl Iterator<Item = UnitPlan<'_>> {
        let rounds = |player: &Player| player.games.div_ceil(player.games_at_once.max(1));
        let most = self.players.iter().map(rounds).max().unwrap_or(0);
        (0..most).flat_map(move |round| {
            let in_turn = self
                .players
                .iter()
                .filter(move |player| round < rounds(player));
            in_turn.flat_map(move |player| {
                let left = player.games - round * player.games_at_once;
                self.sizes.iter().map(move |&size| UnitPlan {
                    size,
                    player,
                    games: left.min(player.games_at_once),
                })
            })
        })
    }

    /// The games by player and board.
    fn cells<'a>(&'a self, units: &'a BTreeMap<usize, Vec<PlayedGame>>) -> Vec<GamesOf<'a>> {
        let mut cells: Vec<GamesOf<'a>> = Vec::new();
        for player in &self.players {
            cells.extend(self.sizes.iter().map(|&size| GamesOf {
                size,
                player,
                games: Vec::new(),
            }));
        }
        for (index, plan) in self.units().enumerate() {
            let cell = cells
                .iter_mut()
                .find(|cell| cell.size == plan.size && std::ptr::eq(cell.player, plan.player));
            if let (Some(cell), Some(games)) = (cell, units.get(&index)) {
                cell.games.extend(games);
            }
        }
        cells
    }
}

impl Player {
    fn name(&self) -> String {
        match self.player.as_str() {
            "random" => "random".to_owned(),
            player => format!("{player}, {} nodes", self.nodes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Cell;

    /// The settings of a scale that takes no time.
    fn tiny() -> Settings {
        let mut settings = Experiment::settings(&FirstMover, Scale::Small);
        settings.sizes = vec![5, 10];
        for player in &mut settings.players {
            (player.games, player.games_at_once, player.nodes) = (3, 2, 5);
        }
        settings
    }

    fn measure_all(settings: &Settings) -> BTreeMap<usize, Vec<PlayedGame>> {
        let measure = |index| {
            let numbers = RandomNumbers::from_seed(index as u64);
            (index, FirstMover.measure(settings, index, numbers).unwrap())
        };
        (0..Experiment::units(&FirstMover, settings))
            .map(measure)
            .collect()
    }

    #[test]
    fn units_repeat_and_add_up_to_the_games_asked_for() {
        let settings = tiny();
        let (units, again) = (measure_all(&settings), measure_all(&settings));
        let text = |units| serde_json::to_string(units).unwrap();
        assert_eq!(text(&units), text(&again));
        let cells = settings.cells(&units);
        assert_eq!(cells.len(), 4);
        for cell in cells {
            assert_eq!(cell.games.len(), 3);
            for game in cell.games {
                let burned_at_most = usize::from(cell.size).pow(2) - 8;
                assert!(
                    game.separated <= game.choices.len() && game.choices.len() <= burned_at_most
                );
                assert!(game.choices.iter().all(|&moves| moves > 0));
                // Who cannot move has lost: an odd number of moves is a win for who began.
                assert_eq!(game.first_won, game.choices.len() % 2 == 1);
            }
        }
    }

    #[test]
    fn half_a_run_has_findings_too() {
        let settings = tiny();
        let mut units = measure_all(&settings);
        units.retain(|index, _| index % 3 == 0);
        let findings = FirstMover.findings(&settings, &units);
        let start = &findings.tables[0].rows[0];
        assert!(start.contains(&Cell::Count(2176)));
        assert_eq!(findings.tables[1].rows.len(), 4);
        let none = FirstMover.findings(&settings, &BTreeMap::new());
        assert!(
            none.figures
                .iter()
                .all(|(_, figure)| figure.to_svg().ends_with("</svg>\n"))
        );
    }
}
