//! Smart pruning (lc0): stops to save time when no move can overtake the best.

use game::Game;

use super::worker::SearchContext;

/// Nodes between two checks.
const CHECK_INTERVAL: u64 = 32;

pub(super) fn should_stop<G: Game>(context: &SearchContext<'_, G>) -> bool {
    let nodes = context.budget.nodes();
    if !nodes.is_multiple_of(CHECK_INTERVAL) {
        return false;
    }
    let (Some(time), Some(root)) = (context.budget.saveable_time(), context.tree.root_node())
    else {
        return false;
    };
    let elapsed = context.budget.elapsed().as_secs_f64();
    let remaining_visits = nodes as f64 * time.remaining.as_secs_f64() / elapsed.max(1e-6);
    let mut visits: Vec<u32> = root
        .edges()
        .filter(|edge| context.limits.allows(edge.mv))
        .map(|edge| edge.stats.visits())
        .collect();
    if visits.len() <= 1 && root.is_complete() {
        return true;
    }
    cannot_be_overtaken(
        &mut visits,
        remaining_visits * f64::from(context.parameters.smart_pruning_factor),
    )
}

/// Whether the most visited move stays ahead if another one gets `more` visits.
fn cannot_be_overtaken(visits: &mut [u32], more: f64) -> bool {
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
    fn a_lead_larger_than_the_remaining_visits_cannot_be_overtaken() {
        assert!(cannot_be_overtaken(&mut [10, 50, 3], 39.0));
        assert!(!cannot_be_overtaken(&mut [10, 50, 3], 40.0));
        assert!(!cannot_be_overtaken(&mut [50], 0.0));
    }
}
