//! Window of an alpha-beta search.

use crate::Value;

/// Values at or below `alpha`, or at or above `beta`, cause a cutoff.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub alpha: Value,
    pub beta: Value,
}

impl Window {
    /// Null window: tests whether a value exceeds `alpha`.
    pub fn null(alpha: Value) -> Self {
        Self {
            alpha,
            beta: alpha.next_up(),
        }
    }

    /// The window for a child.
    pub fn for_child(self) -> Self {
        Self {
            alpha: self.beta.to_child(),
            beta: self.alpha.to_child(),
        }
    }

    /// Whether a value can lie inside; false for a null window.
    pub fn is_open(self) -> bool {
        self.beta > self.alpha.next_up()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn to_parent_preserves_membership_in_the_window() {
        let mut values: Vec<Value> = (-3..=3).map(Value::from_millilogits).collect();
        values.extend((1..6).flat_map(|plies| [Value::win(plies), Value::loss(plies)]));
        for &child in &values {
            let parent = child.to_parent();
            for &alpha in &values {
                for &beta in values.iter().filter(|&&beta| beta > alpha) {
                    let window = Window { alpha, beta }.for_child();
                    assert_eq!(parent > alpha, child < window.beta, "{child:?} {alpha:?}");
                    assert_eq!(parent < beta, child > window.alpha, "{child:?} {beta:?}");
                }
            }
        }
    }
}
