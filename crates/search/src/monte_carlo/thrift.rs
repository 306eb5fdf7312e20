//! When time is worth saving: whether more of it could still change the answer.

use game::Game;

use super::worker::Shared;

/// How many visits lie between two looks at the clock and the root.
const INTERVAL: u64 = 32;

/// Whether no more time should be spent.
pub(super) fn should_stop<G: Game>(shared: &Shared<'_, G>) -> bool {
    let nodes = shared.budget.nodes();
    if !nodes.is_multiple_of(INTERVAL) {
        return false;
    }
    let (Some(allowance), Some(root)) = (shared.budget.allowance(), shared.tree.root_node()) else {
        return false;
    };
    let elapsed = shared.budget.elapsed().as_secs_f64();
    let still_to_come = nodes as f64 * allowance.left.as_secs_f64() / elapsed.max(1e-6);
    let mut visits: Vec<u32> = root
        .edges()
        .filter(|edge| shared.root_moves.is_empty() || shared.root_moves.contains(&edge.mv))
        .map(|edge| edge.statistics.visits())
        .collect();
    if visits.len() <= 1 && root.is_complete() {
        return true;
    }
    is_decided(
        &mut visits,
        still_to_come * f64::from(shared.parameters.rival_share),
    )
}

/// Whether the most visited move stays so if another one is visited so many times more.
fn is_decided(visits: &mut [u32], more: f64) -> bool {
    visits.sort_unstable_by(|a, b| b.cmp(a));
    match visits {
        &mut [first, second, ..] => f64::from(first - second) > more,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_decides_if_nobody_can_catch_up() {
        assert!(is_decided(&mut [10, 50, 3], 39.0));
        assert!(!is_decided(&mut [10, 50, 3], 40.0));
        assert!(!is_decided(&mut [50], 0.0));
    }
}
