//! The exact and the quantised network side by side.

use amazons::{Game, Position};
use network::Network;

/// The place of the largest number.
fn top(numbers: &[f32]) -> Option<usize> {
    (0..numbers.len()).max_by(|&left, &right| numbers[left].total_cmp(&numbers[right]))
}

/// The titles of what [`report`] prints.
pub fn heading() {
    println!(
        "{:<16}{:>10}{:>12}{:>12}{:>12}{:>12}{:>12}{:>12}",
        "positions", "number", "win mean", "win max", "margin", "owner", "policy KL", "same top"
    );
}

/// Prints how far the quantised network is off: the mean and the largest error of the win probability, the
/// mean errors of margin (squares) and ownership, the mean divergence of the policy, and how often both
/// think the same move likeliest.
pub fn report(name: &str, exact: &Network, network: &Network, positions: &[Position]) {
    let [mut truly, mut workspace] = [exact, network].map(Network::workspace);
    let (mut win, mut win_max, mut margin, mut owner) = (0.0, 0.0_f64, 0.0, 0.0);
    let (mut divergence, mut agreed, mut with_moves) = (0.0, 0, 0);
    for position in positions {
        let truth = exact.evaluate(&mut truly, position);
        let ours = network.evaluate(&mut workspace, position);
        let error = f64::from((ours.win_probability() - truth.win_probability()).abs());
        win += error;
        win_max = win_max.max(error);
        margin += f64::from((ours.margin - truth.margin).abs());
        let board = position.board();
        let errors = board
            .iter()
            .map(|square| f64::from((ours.ownership(square) - truth.ownership(square)).abs()));
        owner += errors.sum::<f64>() / f64::from(board.len());
        let moves = position.moves();
        if moves.is_empty() {
            continue;
        }
        with_moves += 1;
        let [truth, ours] = [(exact, &truth), (network, &ours)].map(|(network, evaluation)| {
            let policy = network.policy(position, evaluation);
            policy.log_probabilities(&moves)
        });
        divergence += truth
            .iter()
            .zip(&ours)
            .map(|(&log_p, &log_q)| f64::from(log_p).exp() * f64::from(log_p - log_q))
            .sum::<f64>();
        agreed += usize::from(top(&truth) == top(&ours));
    }
    let number = positions.len() as f64;
    println!(
        "{name:<16}{:>10}{:>12.5}{win_max:>12.4}{:>12.4}{:>12.5}{:>12.5}{:>11.1}%",
        positions.len(),
        win / number,
        margin / number,
        owner / number,
        divergence / f64::from(with_moves),
        100.0 * f64::from(agreed as u32) / f64::from(with_moves),
    );
}
