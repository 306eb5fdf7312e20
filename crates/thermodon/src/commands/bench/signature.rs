//! Hash of search results.

use std::fmt;
use std::hash::Hasher;

use engine::{Analysis, Score};
use fnv::FnvHasher;

/// FNV-1a hash, the same on every machine.
#[derive(Default)]
pub(super) struct Signature(FnvHasher);

impl Signature {
    /// Hashes a string. A byte that no string contains separates strings.
    pub(super) fn update(&mut self, text: &str) {
        self.0.write(text.as_bytes());
        self.0.write_u8(0xff);
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
        write!(f, "{:016x}", self.0.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_depends_on_order_and_boundaries() {
        let of = |texts: &[&str]| {
            let mut signature = Signature::default();
            texts.iter().for_each(|text| signature.update(text));
            signature.to_string()
        };
        // FNV-1a of the bytes `a` and 0xff.
        assert_eq!(of(&["a"]), "089bc907b544c769");
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["a", "b"]), of(&["b", "a"]));
    }
}
