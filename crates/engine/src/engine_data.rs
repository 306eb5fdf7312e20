//! Data that searches use: network, evaluation weights and endgame tables, embedded or from files.

use std::sync::{Arc, OnceLock};

use evaluation::{TaperedEvaluation, TermWeights};
use network::{Kernel, Network};

use crate::endgames::{EndgameKnowledge, EndgameSource};
use crate::engine::PlayerKind;
use crate::simd::evaluation_backend;

/// Maximum size of weights and opponent files.
pub(crate) const MAX_TEXT_BYTES: u64 = 64 << 20;

/// Read-only data shared by all threads of an engine.
#[derive(Clone, Debug)]
pub(crate) struct EngineData {
    pub(crate) network: Arc<Network>,
    pub(crate) evaluation: Arc<TaperedEvaluation>,
    /// Backend of the handcrafted evaluation; the network has its own.
    pub(crate) backend: evaluation::SimdBackend,
    pub(crate) endgame_source: EndgameSource,
    /// Whether endgame knowledge includes exact values of regions.
    pub(crate) use_exact_values: bool,
}

impl EngineData {
    /// Loads a network; the embedded one if the file name is empty.
    pub(crate) fn load_network(&mut self, file: &str) -> Result<(), String> {
        self.network = if file.is_empty() {
            embedded_network()
        } else {
            Arc::new(Network::load(file).map_err(|error| format!("{file}: {error}"))?)
        };
        Ok(())
    }

    /// Loads weights of the handcrafted evaluation; the embedded ones if the file name is empty.
    pub(crate) fn load_weights(&mut self, file: &str) -> Result<(), String> {
        if file.is_empty() {
            self.evaluation = Arc::default();
            return Ok(());
        }
        let text = storage::read_text_file(file.as_ref(), MAX_TEXT_BYTES)
            .map_err(|error| format!("{file}: {error}"))?;
        let weights = text.parse().map_err(|error| format!("{file}: {error}"))?;
        self.set_weights(&weights);
        Ok(())
    }

    /// Sets the weights of the handcrafted evaluation.
    pub(crate) fn set_weights(&mut self, weights: &TermWeights) {
        self.evaluation = Arc::new(TaperedEvaluation::new(weights));
    }

    pub(crate) fn endgame_knowledge(&self) -> EndgameKnowledge {
        let knowledge = self.endgame_source.knowledge();
        match self.use_exact_values {
            true => knowledge,
            false => knowledge.without_exact_values(),
        }
    }

    /// Name of a player and origin of its network or weights.
    pub(crate) fn provenance(&self, player: PlayerKind) -> String {
        let weights = &self.evaluation.weights().provenance;
        match player {
            PlayerKind::Network => format!("network, {}", self.network.provenance()),
            PlayerKind::AlphaBeta => format!("alpha-beta, {weights}"),
            PlayerKind::MonteCarlo => format!("monte-carlo, {weights}"),
            PlayerKind::OpponentModel => format!("opponent-model, {weights}"),
            PlayerKind::Random => "random".to_owned(),
        }
    }

    /// Selects the instruction set; `None`, with nothing changed, if the processor lacks it.
    pub(crate) fn set_kernel(&mut self, kernel: Kernel) -> Option<()> {
        let backend = evaluation_backend(kernel)?;
        let network = self.network.with_kernel(kernel)?;
        self.network = Arc::new(network);
        self.backend = backend;
        Some(())
    }
}

impl Default for EngineData {
    fn default() -> Self {
        Self {
            network: embedded_network(),
            evaluation: Arc::default(),
            backend: evaluation::SimdBackend::best(),
            endgame_source: EndgameSource::default(),
            use_exact_values: true,
        }
    }
}

/// The embedded network, shared by all engines of the process.
fn embedded_network() -> Arc<Network> {
    static NETWORK: OnceLock<Arc<Network>> = OnceLock::new();
    let network = NETWORK.get_or_init(|| Arc::new(Network::embedded().clone()));
    Arc::clone(network)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_files_change_nothing() {
        let mut data = EngineData::default();
        let network = Arc::clone(&data.network);
        let other_file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        for file in [other_file, "no-such-file"] {
            let error = data.load_network(file).expect_err("not a network");
            assert!(error.starts_with(file), "{error}");
            let error = data.load_weights(file).expect_err("not a weights file");
            assert!(error.starts_with(file), "{error}");
        }
        assert!(Arc::ptr_eq(&data.network, &network));
        assert_eq!(data.evaluation.weights(), &TermWeights::default());
    }

    #[test]
    fn files_in_the_repository_are_the_embedded_ones() {
        let mut data = EngineData::default();
        let crates_dir = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        data.load_network(&format!("{crates_dir}/network/default.weights"))
            .expect("valid network");
        assert_eq!(data.network.provenance(), Network::embedded().provenance());
        data.load_weights(&format!("{crates_dir}/evaluation/weights/default.txt"))
            .expect("valid weights");
        assert_eq!(data.evaluation.weights(), &TermWeights::default());
    }
}
