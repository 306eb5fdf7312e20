//! Positions to calibrate on and to compare on.

use amazons::records;
use amazons::{Game, Move, Position};
use network::Network;

/// Starts of several sizes; two in three games are on the standard board.
const STARTS: [&str; 6] = [
    "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
    "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
    "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
    "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
    "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w",
    "1q2q1/q4q/6/2**2/Q4Q/1Q2Q1 w",
];

/// Positions kept of one game, so that many games contribute.
const KEPT: usize = 8;

/// Random numbers (splitmix64), the same for the same seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn fraction(&mut self) -> f64 {
        self.next() as f64 / u64::MAX as f64
    }
}

/// Positions of games in which `choose` makes every move.
fn games(count: usize, seed: u64, mut choose: impl FnMut(&Position, f64) -> Move) -> Vec<Position> {
    let mut random = Random(seed);
    let mut kept = Vec::new();
    for game in 0.. {
        if kept.len() >= count {
            break;
        }
        let mut position =
            Position::parse(STARTS[game % STARTS.len()]).expect("starts are positions");
        let mut seen = Vec::new();
        while position.outcome().is_none() {
            seen.push(position);
            position.play(choose(&position, random.fraction()));
        }
        for _ in 0..KEPT.min(count - kept.len()) {
            kept.push(seen[random.below(seen.len())]);
        }
    }
    kept
}

/// Positions of random games.
pub fn random_games(count: usize, seed: u64) -> Vec<Position> {
    games(count, seed, |position, fraction| {
        let moves = position.moves();
        moves[(fraction * moves.len() as f64) as usize % moves.len()]
    })
}

/// Positions of games that a network plays against itself, each move drawn by its policy.
pub fn own_games(network: &Network, count: usize, seed: u64) -> Vec<Position> {
    let mut workspace = network.workspace();
    games(count, seed, |position, mut fraction| {
        let evaluation = network.evaluate(&mut workspace, position);
        let likeliest = network.policy(position, &evaluation).likeliest(usize::MAX);
        likeliest
            .iter()
            .find(|(_, logarithm)| {
                fraction -= f64::from(logarithm.exp());
                fraction < 0.0
            })
            .unwrap_or(&likeliest[0])
            .0
    })
}

/// Positions of the games of a file.
pub fn recorded_games(file: &str, count: usize, seed: u64) -> Result<Vec<Position>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("'{file}': {error}"))?;
    let records = records::read(&text).map_err(|error| format!("'{file}': {error}"))?;
    let mut random = Random(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let record = &records[random.below(records.len())];
        let line = record.positions();
        positions.push(line[random.below(line.len())]);
    }
    Ok(positions)
}
