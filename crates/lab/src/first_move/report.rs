//! Tables and figures.

use super::{Config, PlayedGame, PlayerConfig};
use crate::prelude::*;

/// Board size of the paper's numbers.
const PAPER_SIZE: u8 = 10;

/// The paper's mean number of legal moves.
const PAPER_MEAN: u64 = 479;

/// Plies of the opening in the paper.
const OPENING_PLIES: usize = 10;

/// All games of one player on one board.
pub(super) struct GameGroup<'a> {
    pub(super) player: &'a PlayerConfig,
    pub(super) size: u8,
    pub(super) games: Vec<&'a PlayedGame>,
}

impl GameGroup<'_> {
    fn board(&self) -> String {
        format!("{0}×{0}", self.size)
    }

    /// Wins of the first player in percent.
    fn first_wins(&self) -> Option<IntervalEstimate> {
        let wins = self.games.iter().filter(|game| game.first_won).count();
        percent(wins, self.games.len())
    }

    fn separation_ply(&self) -> Option<IntervalEstimate> {
        mean(self.games.iter().map(|game| game.separation_ply as f64))
    }

    fn length(&self) -> Option<IntervalEstimate> {
        mean(self.games.iter().map(|game| game.move_counts.len() as f64))
    }

    /// Mean number of legal moves over the first plies of each game.
    fn move_count(&self, plies: impl Fn(&PlayedGame) -> usize) -> Option<IntervalEstimate> {
        ratio(self.games.iter().map(|game| {
            let counted = &game.move_counts[..plies(game).min(game.move_counts.len())];
            (
                counted.iter().map(|&moves| f64::from(moves)).sum(),
                counted.len() as f64,
            )
        }))
    }

    fn move_count_until_separation(&self) -> Option<IntervalEstimate> {
        self.move_count(|game| game.separation_ply)
    }

    fn move_count_to_the_end(&self) -> Option<IntervalEstimate> {
        self.move_count(|game| game.move_counts.len())
    }

    /// Mean number of legal moves at each ply that at least half of the games reach.
    fn move_count_by_ply(&self) -> Vec<Point> {
        let at = |ply: usize| {
            let moves = self
                .games
                .iter()
                .filter_map(move |game| game.move_counts.get(ply));
            let moves: Vec<f64> = moves.map(|&moves| f64::from(moves)).collect();
            (2 * moves.len() >= self.games.len())
                .then(|| mean(moves))
                .flatten()
        };
        let estimates = (0..).map_while(at).enumerate();
        estimates
            .map(|(ply, estimate)| estimate.at(ply as f64 + 1.0))
            .collect()
    }
}

pub(super) fn move_counts(config: &Config, groups: &[GameGroup<'_>]) -> ResultTable {
    type Row = (&'static str, ResultCell, fn(&GameGroup<'_>) -> ResultCell);
    let rows: [Row; 4] = [
        ("at the start", 2176_u64.into(), |group| {
            let first = group.games.first();
            first
                .and_then(|game| game.move_counts.first())
                .copied()
                .into()
        }),
        ("in the first ten plies", "over 1,000".into(), |group| {
            ResultCell::estimate(group.move_count(|_| OPENING_PLIES), 0)
        }),
        ("until separation", PAPER_MEAN.into(), |group| {
            ResultCell::estimate(group.move_count_until_separation(), 0)
        }),
        ("to the last move", PAPER_MEAN.into(), |group| {
            ResultCell::estimate(group.move_count_to_the_end(), 0)
        }),
    ];
    let large = |player: &&PlayerConfig| {
        let mut groups = groups.iter();
        groups.find(|group| group.size == PAPER_SIZE && group.player == *player)
    };
    ResultTable::over("Number of legal moves", rows)
        .column("10×10", |row| row.0)
        .column("paper", |row| row.1.clone())
        .columns(&config.players, |player| player.name(), |row, player| {
            large(player).map(row.2)
        })
        .note(
            "Means over all positions of all games. The paper does not say whose games it counted, nor whether to the last move.",
        )
}

pub(super) fn by_size(groups: &[GameGroup<'_>]) -> ResultTable {
    ResultTable::over("By board size", groups)
        .column("board", |group| group.board())
        .column("player", |group| group.player.name())
        .column("games", |group| group.games.len())
        .estimate("first wins, %", 1, |group| group.first_wins())
        .estimate("plies to separation", 1, |group| group.separation_ply())
        .estimate("plies to the end", 1, |group| group.length())
        .estimate("moves to separation", 1, |group| group.move_count_until_separation())
        .estimate("moves to the end", 1, |group| group.move_count_to_the_end())
        .note(
            "Plies per game and legal moves per position, until the players are separated and to the last move; 95 % intervals.",
        )
}

/// A series per player with a point per board.
fn by_player(
    config: &Config,
    groups: &[GameGroup<'_>],
    measure: fn(&GameGroup<'_>) -> Option<IntervalEstimate>,
) -> Vec<Series> {
    let series = |player: &PlayerConfig| {
        let own = groups.iter().filter(|group| group.player == player);
        let points = own.filter_map(|group| Some(measure(group)?.at(group.size.into())));
        Series::line(player.name(), points).with_mark(Mark::Point)
    };
    config.players.iter().map(series).collect()
}

pub(super) fn wins_and_lengths(config: &Config, groups: &[GameGroup<'_>]) -> [Plot; 2] {
    let boards = || {
        let ticks = config.sizes.iter();
        let ticks = ticks.map(|&size| (size.into(), format!("{size}×{size}")));
        Axis::new("board").with_ticks(ticks.collect())
    };
    [
        Plot::new(
            "First-move advantage",
            boards(),
            "wins of the first player, %, 95 % interval",
            by_player(config, groups, |group| group.first_wins()),
        )
        .with_reference_line(50.0, "no advantage"),
        Plot::new(
            "Game length",
            boards(),
            "plies until separation, 95 % interval",
            by_player(config, groups, |group| group.separation_ply()),
        ),
    ]
}

pub(super) fn move_counts_by_ply(config: &Config, groups: &[GameGroup<'_>]) -> [Plot; 2] {
    let large = groups.iter().filter(|group| group.size == PAPER_SIZE);
    let by_player = large.map(|group| Series::line(group.player.name(), group.move_count_by_ply()));
    let strongest = config.players.last();
    let name = strongest.map(PlayerConfig::name).unwrap_or_default();
    let of_strongest = groups
        .iter()
        .filter(|group| strongest == Some(group.player));
    let by_board = of_strongest.map(|group| Series::line(group.board(), group.move_count_by_ply()));
    let moves = Axis::new("mean number of legal moves");
    let title = format!("Legal moves by board ({name})");
    [
        Plot::new("Legal moves on 10×10", "ply", moves.clone(), by_player)
            .with_reference_line(PAPER_MEAN as f64, "479, the paper's mean over a game"),
        Plot::new(title, "ply", moves.with_log_scale(), by_board),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_by_hand() {
        let game = |first_won, separation_ply, move_counts: &[u32]| PlayedGame {
            first_won,
            separation_ply,
            move_counts: move_counts.to_vec(),
        };
        let games = [game(true, 2, &[10, 8, 3]), game(false, 1, &[10, 2])];
        let player = PlayerConfig {
            player: "random".to_owned(),
            nodes: 1,
            games: 2,
            batch: 2,
        };
        let group = GameGroup {
            size: 5,
            player: &player,
            games: games.iter().collect(),
        };
        let value = |estimate: Option<IntervalEstimate>| estimate.unwrap().value;
        assert_eq!(value(group.first_wins()), 50.0);
        assert_eq!(
            (value(group.separation_ply()), value(group.length())),
            (1.5, 2.5)
        );
        assert!((value(group.move_count_until_separation()) - 28.0 / 3.0).abs() < 1e-12);
        assert!((value(group.move_count_to_the_end()) - 33.0 / 5.0).abs() < 1e-12);
        let by_ply: Vec<f64> = group
            .move_count_by_ply()
            .iter()
            .map(|point| point.y)
            .collect();
        assert_eq!(by_ply, [10.0, 5.0, 3.0]);
    }
}
