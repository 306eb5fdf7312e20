//! Hash of search results.

use std::fmt;

use engine::{Analysis, Score};

/// FNV-1a hash, the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Signature(u64);

const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

impl Default for Signature {
    fn default() -> Self {
        Self(OFFSET_BASIS)
    }
}

impl Signature {
    /// Hashes a string.
    pub(super) fn update(&mut self, text: &str) {
        // A byte that no string contains separates strings.
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(PRIME);
        }
    }

    /// Hashes the results of a search, without its time.
    pub(super) fn update_study(&mut self, study: &Analysis) {
        for line in study.lines() {
            let score = match line.score {
                Some(Score::Estimate(millilogits)) => millilogits.to_string(),
                Some(Score::Win { plies }) => format!("win {plies}"),
                Some(Score::Loss { plies }) => format!("loss {plies}"),
                Some(Score::Draw) => "draw".to_owned(),
                None => String::new(),
            };
            self.update(&format!("{} {} {score}", line.depth, line.nodes));
            for mv in &line.pv {
                self.update(&mv.to_string());
            }
        }
    }
}

/// Sixteen hexadecimal digits.
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_is_fnv_1a() {
        // By the definition, in wider arithmetic.
        let mut expected = OFFSET_BASIS;
        for byte in [b'a', 0xff] {
            expected ^= u64::from(byte);
            expected = (u128::from(expected) * u128::from(PRIME) % (1 << 64)) as u64;
        }
        let mut signature = Signature::default();
        signature.update("a");
        assert_eq!(signature, Signature(expected));
    }

    #[test]
    fn hash_depends_on_order_and_boundaries() {
        let of = |texts: &[&str]| {
            let mut signature = Signature::default();
            texts.iter().for_each(|text| signature.update(text));
            signature
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["a", "b"]), of(&["b", "a"]));
        assert_eq!(of(&["a", "b"]).to_string().len(), 16);
    }
}
