//! What the searches know before they search: the network and the fast evaluation, those that ship or others from
//! files.

use std::fs;
use std::sync::{Arc, OnceLock};

use evaluation::{Staged, Weights};
use network::Network;
use network::pairs::PairNetwork;

use crate::candidates::Fast;
use crate::endings::{self, Endings};
use crate::facade::Player;
use crate::instructions::Instructions;

/// Shared by all threads of all searches of an engine.
#[derive(Clone, Debug)]
pub(crate) struct Knowledge {
    pub(crate) network: Arc<Network>,
    pub(crate) evaluation: Fast,
    /// The instructions that the evaluation is computed with; the network knows its own.
    pub(crate) path: evaluation::Path,
    pub(crate) endings: endings::Choice,
    /// Whether exact values of regions are worked out as well.
    pub(crate) has_exact_endings: bool,
}

impl Knowledge {
    /// Takes the network of a file; the one that ships if the name is empty. The error is a sentence.
    pub(crate) fn set_network(&mut self, file: &str) -> Result<(), String> {
        self.network = if file.is_empty() {
            embedded_network()
        } else {
            Arc::new(Network::load(file).map_err(|error| format!("{file}: {error}"))?)
        };
        Ok(())
    }

    /// Takes the table of subgames in a folder, or the one that a word stands for. The error is a sentence.
    pub(crate) fn set_endings(&mut self, choice: &str) -> Result<(), String> {
        self.endings = endings::Choice::read(choice)?;
        Ok(())
    }

    /// The endings that are known.
    pub(crate) fn endings(&self) -> Endings {
        let endings = self.endings.endings();
        match self.has_exact_endings {
            true => endings,
            false => endings.without_exact_values(),
        }
    }

    /// What a player knows, and where that comes from.
    pub(crate) fn provenance(&self, player: Player) -> String {
        let fast = || match &self.evaluation {
            Fast::HandMade(evaluation) => evaluation.weights().provenance.clone(),
            Fast::Pairs(_) => "a network of distance pairs".to_owned(),
        };
        match player {
            Player::Network => format!("network, {}", self.network.provenance()),
            Player::AlphaBeta => format!("alpha-beta, {}", fast()),
            Player::MonteCarlo => format!("monte-carlo, {}", fast()),
            Player::OpponentModel => format!("opponent-model, {}", fast()),
            Player::Random => "random".to_owned(),
        }
    }

    /// Computes with these instructions; `None`, and nothing changes, if this processor has none such.
    pub(crate) fn compute_with(&mut self, instructions: Instructions) -> Option<()> {
        let path = instructions.evaluation_path()?;
        self.network = Arc::new(self.network.on_path(instructions.network_path())?);
        self.path = path;
        Some(())
    }

    /// Takes the fast evaluation of a file, weights of the hand-made one or a network of distance pairs; the weights that
    /// ship if the name is empty. The error is a sentence.
    pub(crate) fn set_evaluation(&mut self, file: &str) -> Result<(), String> {
        self.evaluation = if file.is_empty() {
            Fast::default()
        } else {
            fs::read(file)
                .map_err(|error| error.to_string())
                .and_then(|bytes| fast_evaluation(&bytes))
                .map_err(|complaint| format!("{file}: {complaint}"))?
        };
        Ok(())
    }

    /// Takes the hand-made evaluation with those weights.
    pub(crate) fn set_weights(&mut self, weights: &Weights) {
        self.evaluation = hand_made(weights);
    }
}

impl Default for Knowledge {
    fn default() -> Self {
        Self {
            network: embedded_network(),
            evaluation: Fast::default(),
            path: evaluation::Path::best(),
            endings: endings::Choice::default(),
            has_exact_endings: true,
        }
    }
}

/// The fast evaluation in a file's bytes; its first ones say which kind it is.
fn fast_evaluation(bytes: &[u8]) -> Result<Fast, String> {
    if PairNetwork::is_meant_by(bytes) {
        let network = PairNetwork::from_bytes(bytes).map_err(|error| error.to_string())?;
        return Ok(Fast::Pairs(Arc::new(network)));
    }
    let text = str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let weights: Weights = text.parse().map_err(|error| format!("{error}"))?;
    Ok(hand_made(&weights))
}

fn hand_made(weights: &Weights) -> Fast {
    Fast::HandMade(Arc::new(Staged::new(weights)))
}

/// One for all engines of the process.
fn embedded_network() -> Arc<Network> {
    static NETWORK: OnceLock<Arc<Network>> = OnceLock::new();
    let network = NETWORK.get_or_init(|| Arc::new(Network::embedded().clone()));
    Arc::clone(network)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn staged(knowledge: &Knowledge) -> &Staged {
        match &knowledge.evaluation {
            Fast::HandMade(evaluation) => evaluation,
            Fast::Pairs(network) => panic!("{network:?} is not made by hand"),
        }
    }

    #[test]
    fn a_file_that_is_no_network_or_no_weights_changes_nothing() {
        let mut knowledge = Knowledge::default();
        let network = Arc::clone(&knowledge.network);
        let foreign = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        for file in [foreign, "no-such-file"] {
            let complaint = knowledge.set_network(file).expect_err("it is no network");
            assert!(complaint.starts_with(file), "{complaint}");
            let complaint = knowledge
                .set_evaluation(file)
                .expect_err("it is no weights file");
            assert!(complaint.starts_with(file), "{complaint}");
        }
        assert!(Arc::ptr_eq(&knowledge.network, &network));
        assert_eq!(staged(&knowledge).weights(), &Weights::default());
    }

    #[test]
    fn the_files_in_the_tree_are_those_that_ship() {
        let mut knowledge = Knowledge::default();
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        knowledge
            .set_network(&format!("{folder}/network/default.weights"))
            .expect("it is a network");
        assert_eq!(
            knowledge.network.provenance(),
            Network::embedded().provenance()
        );
        knowledge
            .set_evaluation(&format!("{folder}/evaluation/weights/default.txt"))
            .expect("they are weights");
        assert_eq!(staged(&knowledge).weights(), &Weights::default());
    }

    #[test]
    fn a_network_of_pairs_is_a_fast_evaluation_too() {
        let mut knowledge = Knowledge::default();
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../network/pairs.weights");
        knowledge
            .set_evaluation(file)
            .expect("it is a network of pairs");
        assert!(matches!(knowledge.evaluation, Fast::Pairs(_)));
        knowledge.set_evaluation("").expect("nothing is no file");
        assert_eq!(staged(&knowledge).weights(), &Weights::default());
    }
}
