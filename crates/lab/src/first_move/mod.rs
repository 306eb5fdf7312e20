//! `game/first-mover`: first-move advantage, game length and branching factor by board size.

mod games;
mod report;

use amazons::{BoardSize, Position};

use crate::prelude::*;
use games::{MoveChooser, play_game};
use report::GameGroup;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    /// Sides of square boards.
    sizes: Vec<u8>,
    /// Players, each against itself.
    players: Vec<PlayerConfig>,
    /// Random moves at the start of every game.
    opening_plies: usize,
}

/// A player and its number of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerConfig {
    /// Engine player.
    player: String,
    /// Nodes per move.
    nodes: u64,
    /// Games per board.
    games: usize,
    /// Games per unit.
    #[serde(rename = "games_at_once")]
    batch: usize,
}

/// A game to its last move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    first_won: bool,
    /// Plies until the players are separated; the rest is filling.
    separation_ply: usize,
    /// Number of legal moves before each move.
    move_counts: Vec<u32>,
}

/// Player and board size.
type Condition = (PlayerConfig, u8);

/// First-move advantage, game length and branching factor.
pub const FIRST_MOVE_ADVANTAGE: Experiment<Config, Condition, Vec<PlayedGame>> = Experiment {
    info: ExperimentInfo {
        id: "game/first-mover",
        title: "First-move advantage, game length and branching factor by board size",
        reference: "Building an Opening Book for Amazons: 2,176 moves at the start, 479 on average, over 1,000 in the first ten \
                    plies",
        description: "Players against themselves on boards from 5×5 to 10×10 from random openings: wins of the first player, \
                      game length, and number of legal moves.",
    },
    config: |scale| {
        let player = |player: &str, nodes, games, batch| PlayerConfig {
            player: player.to_owned(),
            nodes,
            games,
            batch,
        };
        Config {
            sizes: (5..=10).collect(),
            players: scale.pick(
                vec![
                    player("random", 1, 200, 100),
                    player("alpha-beta", 100, 40, 4),
                ],
                vec![
                    player("random", 1, 2000, 200),
                    player("alpha-beta", 1000, 400, 10),
                    player("network", 30, 100, 2),
                ],
            ),
            opening_plies: 2,
        }
    },
    grid: |config| {
        let mut conditions = Vec::new();
        for player in &config.players {
            conditions.extend(config.sizes.iter().map(|&size| (player.clone(), size)));
        }
        // Players have different numbers of units; those that have units left take turns.
        let rounds = |player: &PlayerConfig| player.games.div_ceil(player.batch.max(1));
        let max_rounds = config.players.iter().map(rounds).max().unwrap_or(0);
        let conditions_of = |round| {
            let indices = conditions.iter().enumerate();
            indices
                .filter(move |(_, condition)| round < rounds(&condition.0))
                .map(|(index, _)| index)
        };
        let order = (0..max_rounds).flat_map(conditions_of).collect();
        Grid::with_order(conditions, order)
    },
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, Condition>) -> Result<Vec<PlayedGame>, BoxError> {
    let (player, side) = unit.condition;
    let size = BoardSize::new(*side, *side).ok_or("invalid board size")?;
    let start = Position::start(size).ok_or("the board is too small for a start position")?;
    let mut chooser = MoveChooser::new(player)?;
    (0..unit.batch(player.games, player.batch))
        .map(|_| {
            play_game(
                start,
                unit.config.opening_plies,
                &mut chooser,
                &mut unit.rng.split(),
            )
        })
        .collect()
}

fn results(config: &Config, groups: &Groups<'_, Condition, Vec<PlayedGame>>) -> Results {
    let groups = groups.items().into_iter();
    let groups: Vec<GameGroup<'_>> = groups
        .map(|((player, size), games)| GameGroup {
            player,
            size: *size,
            games,
        })
        .collect();
    Results::new([
        report::move_counts(config, &groups),
        report::by_size(&groups),
    ])
    .figure("first-mover", report::wins_and_lengths(config, &groups))
    .figure("choice", report::move_counts_by_ply(config, &groups))
}

impl PlayerConfig {
    fn name(&self) -> String {
        match self.player.as_str() {
            "random" => "random".to_owned(),
            player => format!("{player}, {} nodes", self.nodes),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::frame::testing::{all_samples, results};

    fn tiny_config() -> Config {
        let mut config = (FIRST_MOVE_ADVANTAGE.config)(Scale::Small);
        config.sizes = vec![5, 10];
        for player in &mut config.players {
            (player.games, player.batch, player.nodes) = (3, 2, 5);
        }
        config
    }

    #[test]
    fn units_are_reproducible_and_complete() {
        let config = tiny_config();
        let samples = all_samples(&FIRST_MOVE_ADVANTAGE, &config);
        let again = all_samples(&FIRST_MOVE_ADVANTAGE, &config);
        let text = |samples| serde_json::to_string(samples).unwrap();
        assert_eq!(text(&samples), text(&again));
        let grid = (FIRST_MOVE_ADVANTAGE.grid)(&config);
        let groups = grid.groups(&samples);
        assert_eq!(groups.iter().count(), 4);
        for group in groups.iter() {
            let games: Vec<&PlayedGame> = group.samples.iter().copied().flatten().collect();
            assert_eq!(games.len(), 3);
            for game in games {
                let max_plies = usize::from(group.condition.1).pow(2) - 8;
                let plies = game.move_counts.len();
                assert!(game.separation_ply <= plies && plies <= max_plies);
                assert!(game.move_counts.iter().all(|&moves| moves > 0));
                // The last player to move wins.
                assert_eq!(game.first_won, plies % 2 == 1);
            }
        }
    }

    #[test]
    fn partial_runs_have_results() {
        let config = tiny_config();
        let mut samples = all_samples(&FIRST_MOVE_ADVANTAGE, &config);
        samples.retain(|index, _| index % 3 == 0);
        let partial = results(&FIRST_MOVE_ADVANTAGE, &config, &samples);
        assert!(partial.tables[0].rows[0].contains(&ResultCell::Count(2176)));
        assert_eq!(partial.tables[1].rows.len(), 4);
        let none = results(&FIRST_MOVE_ADVANTAGE, &config, &BTreeMap::new());
        assert!(
            none.figures
                .iter()
                .all(|(_, figure)| figure.to_svg().ends_with("</svg>\n"))
        );
    }
}
