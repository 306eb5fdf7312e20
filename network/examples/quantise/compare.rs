//! The exact and the quantised network side by side.

use amazons::{Game, Move, Position, Square};
use network::{Network, SQUARES, frame_index};

use crate::exact::{self, Exact};
use crate::exported::Exported;

/// The policy in exact arithmetic, straight from its definition.
fn exact_policy(exact: &Exact, length: usize, moves: &[Move]) -> Vec<f64> {
    let embedding = |square: Square, role: usize| {
        let start = frame_index(square) * exact.embeddings.len() / SQUARES + role * length;
        &exact.embeddings[start..start + length]
    };
    let product = |left: &[f32], right: &[f32]| -> f64 {
        let sum: f64 = left
            .iter()
            .zip(right)
            .map(|(l, r)| f64::from(*l) * f64::from(*r))
            .sum();
        sum / (length as f64).sqrt()
    };
    let step = |mv: &Move| product(embedding(mv.from, 0), embedding(mv.to, 1)).exp();
    let arrow = |mv: &Move| {
        let by_target = product(embedding(mv.to, 2), embedding(mv.arrow, 4));
        (by_target + product(embedding(mv.from, 3), embedding(mv.arrow, 4))).exp()
    };
    // Moves with the same step follow each other.
    let steps: Vec<&[Move]> = moves
        .chunk_by(|left, right| (left.from, left.to) == (right.from, right.to))
        .collect();
    let all_steps: f64 = steps.iter().map(|moves| step(&moves[0])).sum();
    let mut probabilities = Vec::with_capacity(moves.len());
    for moves in steps {
        let all_arrows: f64 = moves.iter().map(arrow).sum();
        let share = step(&moves[0]) / all_steps / all_arrows;
        probabilities.extend(moves.iter().map(|mv| share * arrow(mv)));
    }
    probabilities
}

/// The place of the largest number.
fn top(numbers: &[f64]) -> Option<usize> {
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
pub fn report(name: &str, exported: &Exported, network: &Network, positions: &[Position]) {
    let mut workspace = network.workspace();
    let (mut win, mut win_max, mut margin, mut owner) = (0.0, 0.0_f64, 0.0, 0.0);
    let (mut divergence, mut agreed, mut with_moves) = (0.0, 0, 0);
    for position in positions {
        let exact = exact::evaluate(exported, position);
        let ours = network.evaluate(&mut workspace, position);
        let truth = 1.0 / (1.0 + (-f64::from(exact.win_logit)).exp());
        let error = (f64::from(ours.win_probability()) - truth).abs();
        win += error;
        win_max = win_max.max(error);
        margin += f64::from((ours.margin - exact.margin).abs());
        let board = position.board();
        let errors = board.iter().map(|square| {
            f64::from((ours.ownership(square) - exact.ownership[frame_index(square)]).abs())
        });
        owner += errors.sum::<f64>() / f64::from(board.len());
        let moves = position.moves();
        if moves.is_empty() {
            continue;
        }
        with_moves += 1;
        let truth = exact_policy(&exact, exported.shape.embedding, &moves);
        let ours = network.policy(position, &ours).log_probabilities(&moves);
        let ours: Vec<f64> = ours.into_iter().map(f64::from).collect();
        divergence += truth
            .iter()
            .zip(&ours)
            .map(|(p, log_q)| p * (p.ln() - log_q))
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
