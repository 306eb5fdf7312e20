//! Compares a float network with its quantized version.

use amazons::{Game, Position};
use network::Network;

/// Index of the largest number.
fn argmax(numbers: &[f32]) -> Option<usize> {
    (0..numbers.len()).max_by(|&left, &right| numbers[left].total_cmp(&numbers[right]))
}

/// Prints the header of the table.
pub fn print_header() {
    println!(
        "{:<16}{:>10}{:>12}{:>12}{:>12}{:>12}{:>12}{:>12}",
        "positions", "number", "win mean", "win max", "margin", "owner", "policy KL", "same top"
    );
}

/// Prints a row of the table: mean and largest error of the win probability, mean errors of margin
/// (in squares) and ownership, mean KL divergence of the policy, and how often the top moves agree.
pub fn report(name: &str, float: &Network, quantized: &Network, positions: &[Position]) {
    let [mut float_workspace, mut workspace] = [float, quantized].map(Network::workspace);
    let (mut win, mut win_max, mut margin, mut owner) = (0.0, 0.0_f64, 0.0, 0.0);
    let (mut divergence, mut same_top, mut with_moves) = (0.0, 0, 0);
    for position in positions {
        let expected = float.evaluate(&mut float_workspace, position);
        let found = quantized.evaluate(&mut workspace, position);
        let error = f64::from((found.win_probability() - expected.win_probability()).abs());
        win += error;
        win_max = win_max.max(error);
        margin += f64::from((found.expected_margin - expected.expected_margin).abs());
        let board = position.board();
        let errors = board
            .iter()
            .map(|square| f64::from((found.ownership(square) - expected.ownership(square)).abs()));
        owner += errors.sum::<f64>() / f64::from(board.len());
        let moves = position.moves();
        if moves.is_empty() {
            continue;
        }
        with_moves += 1;
        let outputs = [(float, &expected), (quantized, &found)];
        let [expected, found] = outputs.map(|(network, evaluation)| {
            let policy = network.policy(position, evaluation);
            policy.log_probabilities(&moves)
        });
        divergence += expected
            .iter()
            .zip(&found)
            .map(|(&log_p, &log_q)| f64::from(log_p).exp() * f64::from(log_p - log_q))
            .sum::<f64>();
        same_top += usize::from(argmax(&expected) == argmax(&found));
    }
    let number = positions.len() as f64;
    println!(
        "{name:<16}{:>10}{:>12.5}{win_max:>12.4}{:>12.4}{:>12.5}{:>12.5}{:>11.1}%",
        positions.len(),
        win / number,
        margin / number,
        owner / number,
        divergence / f64::from(with_moves),
        100.0 * f64::from(same_top as u32) / f64::from(with_moves),
    );
}
