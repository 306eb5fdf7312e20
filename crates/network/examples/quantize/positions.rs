//! Sampled positions to calibrate and compare networks.

use amazons::records;
use amazons::{Game, Move, Position};
use game::SplitMix64;
use network::Network;

/// Start positions, used in turn: two thirds of the games are on the standard board.
const STARTS: [&str; 6] = [
    "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
    "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
    "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
    "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
    "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w",
    "1q2q1/q4q/6/2**2/Q4Q/1Q2Q1 w",
];

/// Number of positions sampled per game.
const POSITIONS_PER_GAME: usize = 8;

/// Samples positions of games in which `choose` selects every move, given a random number in
/// `0.0..1.0`.
fn sample_games(
    count: usize,
    seed: u64,
    mut choose: impl FnMut(&Position, f64) -> Move,
) -> Vec<Position> {
    let mut rng = SplitMix64::from_seed(seed);
    let mut samples = Vec::new();
    for game in 0.. {
        if samples.len() >= count {
            break;
        }
        let mut position =
            Position::parse(STARTS[game % STARTS.len()]).expect("start positions are valid");
        let mut positions = Vec::new();
        while position.outcome().is_none() {
            positions.push(position);
            position.play(choose(&position, rng.unit_f64()));
        }
        for _ in 0..POSITIONS_PER_GAME.min(count - samples.len()) {
            samples.push(positions[rng.below(positions.len())]);
        }
    }
    samples
}

/// Positions of random games.
pub fn random_games(count: usize, seed: u64) -> Vec<Position> {
    sample_games(count, seed, |position, fraction| {
        let moves = position.moves();
        moves[(fraction * moves.len() as f64) as usize % moves.len()]
    })
}

/// Positions of self-play games with moves sampled from the policy.
pub fn self_play_games(network: &Network, count: usize, seed: u64) -> Vec<Position> {
    let mut workspace = network.workspace();
    sample_games(count, seed, |position, mut fraction| {
        let evaluation = network.evaluate(&mut workspace, position);
        let moves = network.policy(position, &evaluation).top_moves(usize::MAX);
        moves
            .iter()
            .find(|(_, log_probability)| {
                fraction -= f64::from(log_probability.exp());
                fraction < 0.0
            })
            .unwrap_or(&moves[0])
            .0
    })
}

/// Positions of the main lines of the games in a file.
pub fn recorded_games(file: &str, count: usize, seed: u64) -> Result<Vec<Position>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("'{file}': {error}"))?;
    let records = records::read(&text).map_err(|error| format!("'{file}': {error}"))?;
    let mut rng = SplitMix64::from_seed(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let record = &records[rng.below(records.len())];
        let main_line = record.main_line_positions();
        positions.push(main_line[rng.below(main_line.len())]);
    }
    Ok(positions)
}
