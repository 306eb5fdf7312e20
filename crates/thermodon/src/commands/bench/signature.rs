//! A hash of what searches found.

use std::fmt;

use engine::{Score, Study};

/// FNV-1a, which is easily written and the same everywhere; it protects against nobody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Signature(u64);

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

impl Default for Signature {
    fn default() -> Self {
        Self(OFFSET)
    }
}

impl Signature {
    /// Takes a text in.
    pub(super) fn add(&mut self, text: &str) {
        // A byte that no text holds keeps neighbours apart.
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(PRIME);
        }
    }

    /// Takes in all that a search found, but not how long it took.
    pub(super) fn add_study(&mut self, study: &Study) {
        for line in study.lines() {
            let score = match line.score {
                Some(Score::Estimate(thousandths)) => thousandths.to_string(),
                Some(Score::Win { plies }) => format!("win {plies}"),
                Some(Score::Loss { plies }) => format!("loss {plies}"),
                None => String::new(),
            };
            self.add(&format!("{} {} {score}", line.depth, line.nodes));
            for mv in &line.line {
                self.add(&mv.to_string());
            }
        }
    }
}

/// Sixteen digits.
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_hash_that_it_says() {
        // The published value of FNV-1a for "a" followed by this separator, by the definition.
        let mut by_hand = OFFSET;
        for byte in [b'a', 0xff] {
            by_hand ^= u64::from(byte);
            by_hand = (u128::from(by_hand) * u128::from(PRIME) % (1 << 64)) as u64;
        }
        let mut signature = Signature::default();
        signature.add("a");
        assert_eq!(signature, Signature(by_hand));
    }

    #[test]
    fn order_and_borders_count() {
        let of = |texts: &[&str]| {
            let mut signature = Signature::default();
            texts.iter().for_each(|text| signature.add(text));
            signature
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["a", "b"]), of(&["b", "a"]));
        assert_eq!(of(&["a", "b"]).to_string().len(), 16);
    }
}
