//! Opponent models from text: engine options and search limits of the opponent.
//!
//! `Depth=2 WeightsFile=fitted.txt` is an opponent that plays alpha-beta with depth 2 and these
//! weights. `Share=2 Depth=1 or Share=1 Depth=2` is one of two opponents, the first being twice as
//! likely. A file has the same content below a header line, with one option per line; its weights
//! and network files are relative to its directory.

use std::path::Path;

use amazons::{Move, Position};
use search::SearchLimits;
use search::opponent_model::SearcherPredictor;

use crate::engine::{Engine, PlayerKind};
use crate::engine_data::MAX_TEXT_BYTES;
use crate::search_worker::SearchConfig;

/// First line of an opponent file.
const FILE_HEADER: &str = "thermodon opponent model, version 1";

/// Default search depth of an opponent, in plies.
const DEFAULT_DEPTH: u32 = 2;

/// Engine options that an opponent model may set.
const MODEL_OPTIONS: [&str; 6] = [
    "Player",
    "WeightsFile",
    "NetworkFile",
    "EndgameTable",
    "Parameters",
    "Hash",
];

/// Those of [`MODEL_OPTIONS`] whose value is relative to the directory of the opponent file.
const FILE_OPTIONS: [&str; 2] = ["WeightsFile", "NetworkFile"];

/// Models of the opponent, one of which is assumed to be right.
#[derive(Clone, Debug)]
pub(crate) struct OpponentModels {
    models: Vec<OpponentSpec>,
    /// Whether alpha-beta is used while the models do not fit the opponent's moves (`Safeguard`).
    pub(crate) has_fallback: bool,
}

/// One opponent model.
#[derive(Clone, Debug)]
struct OpponentSpec {
    config: SearchConfig,
    limits: SearchLimits<Move>,
    /// Prior probability relative to the other models.
    share: f64,
}

impl OpponentModels {
    /// Parses options as in the [module documentation](self). A text without `=` is the name of an
    /// opponent file.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.contains('=') {
            let options: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            return Self::parse_options(&options, Path::new(""));
        }
        let content = storage::read_text_file(text.as_ref(), MAX_TEXT_BYTES)
            .map_err(|error| format!("{text}: {error}"))?;
        let mut lines = content.lines().map(|line| line.trim().to_owned());
        if lines.next().as_deref() != Some(FILE_HEADER) {
            return Err(format!("{text}: the first line is not {FILE_HEADER:?}"));
        }
        let options: Vec<String> = lines.filter(|line| !line.starts_with('#')).collect();
        let dir = Path::new(text).parent().unwrap_or(Path::new(""));
        Self::parse_options(&options, dir).map_err(|error| format!("{text}: {error}"))
    }

    /// An opponent that plays alpha-beta at the default depth, with the data and parameters of
    /// `config` but without a transposition table.
    pub(crate) fn alpha_beta_with(config: &SearchConfig) -> Self {
        let config = SearchConfig {
            player: PlayerKind::AlphaBeta,
            hash_mib: 0,
            ..config.clone()
        };
        Self {
            models: vec![OpponentSpec {
                config,
                limits: SearchLimits::depth(DEFAULT_DEPTH),
                share: 1.0,
            }],
            has_fallback: true,
        }
    }

    /// Parses options `Name=value` of models separated by `or`; file names are relative to `dir`.
    fn parse_options(options: &[String], dir: &Path) -> Result<Self, String> {
        let mut has_fallback = true;
        let mut models = Vec::new();
        for options in options.split(|option| option == "or") {
            models.push(OpponentSpec::parse(options, dir, &mut has_fallback)?);
        }
        Ok(Self {
            models,
            has_fallback,
        })
    }

    /// A predictor for each model, with its share.
    pub(crate) fn predictors(&self) -> Vec<(SearcherPredictor<Position>, f64)> {
        let predictor = |model: &OpponentSpec| {
            let searcher = model.config.searcher()?;
            let predictor = SearcherPredictor::new(searcher, model.limits.clone());
            Some((predictor, model.share))
        };
        self.models.iter().filter_map(predictor).collect()
    }
}

impl OpponentSpec {
    /// Parses the options of one model; sets `has_fallback` if `Safeguard` is among them.
    fn parse(options: &[String], dir: &Path, has_fallback: &mut bool) -> Result<Self, String> {
        let mut engine = Engine::new();
        let mut set_option = |name: &str, value: &str| {
            engine
                .set_option(name, value)
                .map_err(|error| error.to_string())
        };
        set_option("Player", "alpha-beta")?;
        // Without a transposition table, a move depends on the position only.
        set_option("Hash", "0")?;
        let mut limits = SearchLimits::unlimited();
        let mut share = 1.0;
        for option in options.iter().filter(|option| !option.is_empty()) {
            let (name, value) = option
                .split_once('=')
                .ok_or_else(|| format!("{option:?} is not Name=value"))?;
            let (name, value) = (name.trim(), value.trim());
            let is_named = |other: &str| name.eq_ignore_ascii_case(other);
            if is_named("Depth") {
                limits.depth = Some(parse_positive(name, value)?);
            } else if is_named("Nodes") {
                limits.nodes = Some(parse_positive::<u64>(name, value)?);
            } else if is_named("Share") {
                share = value
                    .parse()
                    .ok()
                    .filter(|share: &f64| share.is_finite() && *share > 0.0)
                    .ok_or_else(|| format!("Share must be a positive number, not {value:?}"))?;
            } else if is_named("Safeguard") {
                *has_fallback = match value {
                    "on" => true,
                    "off" => false,
                    _ => return Err(format!("Safeguard must be on or off, not {value:?}")),
                };
            } else if FILE_OPTIONS.iter().any(|option| is_named(option)) && !value.is_empty() {
                set_option(name, &dir.join(value).to_string_lossy())?;
            } else if MODEL_OPTIONS.iter().any(|option| is_named(option)) {
                set_option(name, value)?;
            } else {
                return Err(format!(
                    "unknown option {name:?}: an opponent has Depth, Nodes, Share, Safeguard, {}",
                    MODEL_OPTIONS.join(", ")
                ));
            }
        }
        if limits.depth.is_none() && limits.nodes.is_none() {
            limits.depth = Some(DEFAULT_DEPTH);
        }
        let mut config = engine.into_config();
        match config.player {
            PlayerKind::AlphaBeta => {}
            // MCTS keeps its tree in the hash memory.
            PlayerKind::Network | PlayerKind::MonteCarlo => {
                config.hash_mib = config.hash_mib.max(1);
            }
            PlayerKind::Random | PlayerKind::OpponentModel => {
                return Err(
                    "an opponent's Player must be network, alpha-beta or monte-carlo".to_owned(),
                );
            }
        }
        Ok(Self {
            config,
            limits,
            share,
        })
    }
}

fn parse_positive<N: std::str::FromStr + PartialOrd + Default>(
    name: &str,
    value: &str,
) -> Result<N, String> {
    value
        .parse()
        .ok()
        .filter(|number| *number > N::default())
        .ok_or_else(|| format!("{name} must be a positive number, not {value:?}"))
}

/// Formats an opponent file with a provenance comment and options.
#[must_use]
pub fn format_opponent_file(provenance: &str, options: &[(&str, &str)]) -> String {
    let mut text = format!("{FILE_HEADER}\n# {provenance}\n");
    for (name, value) in options {
        text.push_str(&format!("{name}={value}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_are_parsed_from_words_and_from_a_file() {
        let one = OpponentModels::parse("Depth=3 Parameters=max_moves=8;max_root_moves=9")
            .expect("valid opponent");
        assert_eq!(one.models[0].limits.depth, Some(3));
        let parameters = one.models[0].config.overrides.apply_to(Default::default());
        assert_eq!(parameters.alpha_beta.max_moves, 8);
        assert_eq!(one.models[0].config.hash_mib, 0);
        let two = OpponentModels::parse("Share=2 Nodes=50 Player=network or Safeguard=off")
            .expect("valid opponents");
        assert_eq!(two.models.len(), 2);
        assert_eq!((two.models[0].share, two.has_fallback), (2.0, false));
        assert_eq!(two.models[1].limits.depth, Some(DEFAULT_DEPTH));
        let dir = tempfile::tempdir().expect("temporary directory");
        let file = dir.path().join("opponent");
        let weights = evaluation::TermWeights::default().to_string();
        std::fs::write(dir.path().join("my weights.txt"), weights).expect("writable file");
        let options = [("WeightsFile", "my weights.txt"), ("Depth", "1")];
        std::fs::write(&file, format_opponent_file("made up", &options)).expect("writable file");
        let from_file = OpponentModels::parse(&file.to_string_lossy()).expect("valid opponent");
        assert_eq!(from_file.models[0].limits.depth, Some(1));
    }

    #[test]
    fn invalid_opponents_are_rejected() {
        let parse_error = |text: &str| {
            let parsed = OpponentModels::parse(text);
            parsed.map(drop).expect_err("invalid opponent")
        };
        for (text, error) in [
            ("Depth=0", "Depth must be a positive number, not \"0\""),
            ("Depth=2 deep", "\"deep\" is not Name=value"),
            ("Share=-1", "Share must be a positive number, not \"-1\""),
            (
                "Safeguard=maybe",
                "Safeguard must be on or off, not \"maybe\"",
            ),
            (
                "Player=random",
                "an opponent's Player must be network, alpha-beta or monte-carlo",
            ),
            (
                "Level=3",
                "unknown option \"Level\": an opponent has Depth, Nodes, Share, Safeguard, Player, \
                 WeightsFile, NetworkFile, EndgameTable, Parameters, Hash",
            ),
        ] {
            assert_eq!(parse_error(text), error);
        }
        assert!(parse_error("no-such-file").starts_with("no-such-file: "));
        let other_file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        assert!(parse_error(other_file).contains("the first line is not"));
    }

    #[test]
    fn an_exact_model_predicts_the_engine() {
        use game::Game;
        use search::StopSignal;
        use search::opponent_model::Predictor;
        let parameters = "max_moves=12;max_root_moves=20";
        let description = format!("Depth=2 EndgameTable=none Parameters={parameters}");
        let models = OpponentModels::parse(&description).expect("valid opponent");
        let mut predictors = models.predictors();
        let mut engine = Engine::new();
        for (name, value) in [
            ("Player", "alpha-beta"),
            ("Hash", "0"),
            // Table moves are played without the search that is predicted.
            ("EndgameTable", "none"),
            ("Parameters", parameters),
        ] {
            engine.set_option(name, value).expect("valid option");
        }
        let limits = crate::GoLimits::depth(2);
        let mut position = Position::parse("6x6").expect("valid size");
        let mut predictions = 0;
        while position.proven_outcome().is_none() {
            let prediction = predictors[0].0.predict(&position, 1, &StopSignal::new());
            let played = engine.best_move(&position, limits.clone());
            let played = played.expect("spawned thread").mv;
            assert_eq!(
                prediction.map(|prediction| prediction.mv),
                played,
                "{}",
                position.to_text()
            );
            position.play(played.expect("a move"));
            predictions += 1;
        }
        assert!(predictions > 5);
    }
}
