//! `td/frequencies`: how often each domination distance occurs (Tables 1 and 2).

use amazons::{Game, Position};
use evaluation::{DistanceMaps, DominationDistance, EvalBoard};
use game::Color;
use learning::{SelfPlayConfig, SelfPlayer};

use super::PAPER;
use super::training::NODES;
use crate::prelude::*;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    games: usize,
    nodes: u64,
}

/// Domain, then differences of 0, 1, 2, 3 and more.
const DISTANCE_CLASSES: usize = 6;

/// Squares by distance class over the positions of a part of a game.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct DistanceCounts {
    queen: [u64; DISTANCE_CLASSES],
    king: [u64; DISTANCE_CLASSES],
}

/// Counts of one game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct GameCounts {
    /// Until the result is proven.
    open: DistanceCounts,
    /// From then to the last move.
    decided: DistanceCounts,
}

const NAMES: [&str; DISTANCE_CLASSES] = ["domain", "±0", "±1", "±2", "±3", "±4 and more"];
const PAPER_QUEEN: [f64; DISTANCE_CLASSES] = [28.31, 29.30, 34.57, 5.21, 1.58, 1.03];
const PAPER_KING: [f64; DISTANCE_CLASSES] = [28.31, 19.21, 32.32, 11.85, 4.54, 3.77];

/// Frequencies of domination distances.
pub const DISTANCE_FREQUENCIES: Experiment<Config, (), GameCounts> = Experiment {
    info: ExperimentInfo {
        id: "td/frequencies",
        title: "Frequencies of domination distances",
        reference: PAPER,
        description: "The unlearned program plays itself; difference of the distances on all squares that somebody reaches \
                      (Tables 1 and 2), until a game is decided and to its last move.",
    },
    config: |scale| Config {
        games: scale.pick(20, 400),
        nodes: NODES,
    },
    grid: |config| Grid::new([()]).repeat(config.games),
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, ()>) -> Result<GameCounts, BoxError> {
    let mut player = SelfPlayer::new(&SelfPlayConfig {
        nodes: Some(unit.config.nodes),
        play_out: true,
        ..SelfPlayConfig::default()
    })?;
    let weights = DominationDistance::BASELINE.to_weights("unlearned")?;
    let game = player.play(0, &weights, unit.rng.clone())?;
    let mut counts = GameCounts::default();
    let mut is_decided = false;
    for position in game.positions() {
        is_decided |= position.proven_outcome().is_some();
        let part = match is_decided {
            false => &mut counts.open,
            true => &mut counts.decided,
        };
        part.add(&position);
    }
    Ok(counts)
}

fn results(config: &Config, groups: &Groups<'_, (), GameCounts>) -> Results {
    type Counts = fn(&DistanceCounts) -> &[u64; DISTANCE_CLASSES];
    let group = &groups[0];
    let table = |title: &str, paper: [f64; DISTANCE_CLASSES], counts: Counts| {
        let share = |class: usize, with_decided: bool| {
            let share = ratio(group.samples.iter().map(|game| {
                let parts = [counts(&game.open), counts(&game.decided)];
                let parts = &parts[..if with_decided { 2 } else { 1 }];
                let sum = |classes: std::ops::Range<usize>| -> f64 {
                    let squares = parts.iter().flat_map(|part| &part[classes.clone()]);
                    squares.sum::<u64>() as f64
                };
                (sum(class..class + 1), sum(0..DISTANCE_CLASSES))
            }));
            share.map(IntervalEstimate::to_percent)
        };
        ResultTable::over(title, 0..DISTANCE_CLASSES)
            .column("difference", |&class| NAMES[class])
            .column("paper, %", |&class| ResultCell::decimal(paper[class], 2))
            .estimate("to the last move, %", 2, |&class| share(class, true))
            .estimate("until decided, %", 2, |&class| share(class, false))
            .note(&format!(
                "{} games of {} nodes per move; 95 % intervals from the spread between games. The paper's 100 games had one \
                 second per move; it does not say how far they were played.",
                group.count(),
                config.nodes
            ))
    };
    Results::new([
        table("Table 1: queen distance", PAPER_QUEEN, |counts| {
            &counts.queen
        }),
        table("Table 2: king distance", PAPER_KING, |counts| &counts.king),
    ])
}

impl DistanceCounts {
    fn add(&mut self, position: &Position) {
        let maps = DistanceMaps::of(&EvalBoard::from(position));
        for (counts, distances) in [(&mut self.queen, &maps.queen), (&mut self.king, &maps.king)] {
            for square in position.empty_squares() {
                let distance = |color| distances[color].get(square);
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
        // Both are next to the middle; nobody reaches the last square.
        let mut counts = DistanceCounts::default();
        counts.add(&Position::parse("x.o#. b").unwrap());
        assert_eq!(
            (counts.queen, counts.king),
            ([0, 1, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0])
        );
        // King distances to the left square are one and four; queen distances are one.
        counts.add(&Position::parse("x....o b").unwrap());
        assert_eq!(counts.queen, [0, 5, 0, 0, 0, 0]);
        assert_eq!(counts.king, [0, 1, 2, 0, 2, 0]);
        counts.add(&Position::parse("x.#o b").unwrap());
        assert_eq!((counts.queen[0], counts.king[0]), (1, 1));
    }
}
