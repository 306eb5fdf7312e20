//! The window of an alpha-beta search: the values that still matter.

use crate::Value;

/// Values at or below `alpha`, and at or above `beta`, change nothing any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub alpha: Value,
    pub beta: Value,
}

impl Window {
    /// Holds no value: a search with it only asks whether there is more than `alpha`.
    pub fn above(alpha: Value) -> Self {
        Self {
            alpha,
            beta: alpha.next(),
        }
    }

    /// The same window as the child sees it.
    pub fn for_child(self) -> Self {
        Self {
            alpha: self.beta.seen_from_child(),
            beta: self.alpha.seen_from_child(),
        }
    }

    /// Whether a value could lie inside; where not, no line of play is asked for.
    pub fn holds_values(self) -> bool {
        self.beta > self.alpha.next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A child's value is inside its window exactly if its parent's is inside the parent's.
    #[test]
    fn parent_and_child_agree_on_what_is_inside() {
        let mut values: Vec<Value> = (-3..=3).map(Value::estimate).collect();
        values.extend((1..6).flat_map(|plies| [Value::win(plies), Value::loss(plies)]));
        for &child in &values {
            let parent = child.seen_from_parent();
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
