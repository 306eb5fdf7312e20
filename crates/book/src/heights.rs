//! How far a book goes on below each position.

use std::collections::HashMap;

use crate::graph::Book;
use crate::key::Key;

impl Book {
    /// The searched positions of the longest line that begins with each position: 1 where nothing below was searched.
    #[must_use]
    pub fn heights(&self) -> HashMap<Key, u32> {
        let mut layers: Vec<_> = self
            .nodes()
            .map(|(key, node)| (node.layer(), key, node))
            .collect();
        layers.sort_unstable_by_key(|&(layer, _, _)| std::cmp::Reverse(layer));
        let mut heights: HashMap<Key, u32> = HashMap::with_capacity(layers.len());
        for (_, key, node) in layers {
            let below = node
                .choices()
                .iter()
                .filter_map(|choice| heights.get(&choice.child));
            let height = 1 + below.max().copied().unwrap_or(0);
            heights.insert(*key, height);
        }
        heights
    }
}
