//! Models of opponents, as users describe them: an engine's options and how far it looks.
//!
//! `Depth=2 WeightsFile=fitted.txt` is somebody who plays alpha-beta two plies deep with those weights. `Share=2 Depth=1 or
//! Share=1 Depth=2` is one of two, of whom the first is twice as likely. The same can stand in a file, below a first
//! line that says what it is, with a line for each option; names of files in it are those beside it.

use std::fs;
use std::path::Path;

use amazons::Move;
use search::Limits;
use search::opponent_model::Habit;

use crate::Engine;
use crate::facade::Player;
use crate::thinking::{BoxedSearcher, Means, Thinker};

/// The first line of a file.
const HEADER: &str = "thermodon opponent model, version 1";

/// How far an opponent looks of whom nobody says so.
const DEPTH: u32 = 2;

/// The options of the engine that describe an opponent, beside [`DEPTH`] and the like.
const OPTIONS: [&str; 6] = [
    "Player",
    "WeightsFile",
    "NetworkFile",
    "EndgameTable",
    "Parameters",
    "Hash",
];

/// Options that name files.
const FILES: [&str; 2] = ["WeightsFile", "NetworkFile"];

/// Whom the engine may be playing.
#[derive(Clone, Debug)]
pub(crate) struct Opponents {
    models: Vec<Opponent>,
    /// Whether models that do not fit are dropped.
    pub(crate) is_guarded: bool,
}

/// Somebody.
#[derive(Clone, Debug)]
struct Opponent {
    player: Player,
    means: Means,
    limits: Limits<Move>,
    share: f64,
}

impl Opponents {
    /// Reads a description, or the file of that name: a text without `=` is one. The error is a sentence.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.contains('=') {
            let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            return Self::parse(&words, Path::new(""));
        }
        let content = fs::read_to_string(text).map_err(|error| format!("{text}: {error}"))?;
        let mut lines = content.lines().map(|line| line.trim().to_owned());
        if lines.next().as_deref() != Some(HEADER) {
            return Err(format!("{text}: its first line is not {HEADER:?}"));
        }
        let lines: Vec<String> = lines.filter(|line| !line.starts_with('#')).collect();
        let folder = Path::new(text).parent().unwrap_or(Path::new(""));
        Self::parse(&lines, folder).map_err(|complaint| format!("{text}: {complaint}"))
    }

    /// Somebody who plays alpha-beta with what we play with.
    pub(crate) fn like(means: &Means) -> Self {
        let mut means = means.clone();
        means.resources.mebibytes = 0;
        Self {
            models: vec![Opponent {
                player: Player::AlphaBeta,
                means,
                limits: Limits::depth(DEPTH),
                share: 1.0,
            }],
            is_guarded: true,
        }
    }

    fn parse(words: &[String], folder: &Path) -> Result<Self, String> {
        let mut is_guarded = true;
        let mut models = Vec::new();
        for words in words.split(|word| word == "or") {
            models.push(Opponent::parse(words, folder, &mut is_guarded)?);
        }
        Ok(Self { models, is_guarded })
    }

    /// For each, somebody who foretells their moves, and their share.
    pub(crate) fn habits(&self) -> Vec<(Habit<BoxedSearcher, Move>, f64)> {
        self.models
            .iter()
            .map(|opponent| {
                let searcher = opponent.thinker().into_searcher();
                (
                    Habit::new(searcher, opponent.limits.clone()),
                    opponent.share,
                )
            })
            .collect()
    }
}

impl Opponent {
    fn parse(words: &[String], folder: &Path, is_guarded: &mut bool) -> Result<Self, String> {
        let mut engine = Engine::new();
        let mut set = |name: &str, value: &str| {
            engine
                .set_option(name, value)
                .map_err(|error| error.to_string())
        };
        set("Player", "alpha-beta")?;
        // Who remembers nothing from move to move plays the same in a position however it came about.
        set("Hash", "0")?;
        let mut limits = Limits::none();
        let mut share = 1.0;
        for word in words.iter().filter(|word| !word.is_empty()) {
            let (name, value) = word
                .split_once('=')
                .ok_or_else(|| format!("{word:?} is not Name=value"))?;
            let (name, value) = (name.trim(), value.trim());
            let named = |other: &str| name.eq_ignore_ascii_case(other);
            if named("Depth") {
                limits.depth = Some(positive(name, value)?);
            } else if named("Nodes") {
                limits.nodes = Some(positive::<u64>(name, value)?);
            } else if named("Share") {
                share = value
                    .parse()
                    .ok()
                    .filter(|share: &f64| share.is_finite() && *share > 0.0)
                    .ok_or_else(|| format!("Share must be a positive number, not {value:?}"))?;
            } else if named("Safeguard") {
                *is_guarded = match value {
                    "on" => true,
                    "off" => false,
                    _ => return Err(format!("Safeguard must be on or off, not {value:?}")),
                };
            } else if FILES.iter().any(|file| named(file)) && !value.is_empty() {
                set(name, &folder.join(value).to_string_lossy())?;
            } else if OPTIONS.iter().any(|option| named(option)) {
                set(name, value)?;
            } else {
                return Err(format!(
                    "an opponent has no {name:?}: Depth, Nodes, Share, Safeguard, {} are known",
                    OPTIONS.join(", ")
                ));
            }
        }
        if limits.depth.is_none() && limits.nodes.is_none() {
            limits.depth = Some(DEPTH);
        }
        let (player, means) = engine.into_parts();
        if matches!(player, Player::Random | Player::OpponentModel) {
            return Err(
                "an opponent's Player must be network, alpha-beta or monte-carlo".to_owned(),
            );
        }
        Ok(Self {
            player,
            means,
            limits,
            share,
        })
    }

    fn thinker(&self) -> Thinker {
        match self.player {
            Player::MonteCarlo => Thinker::monte_carlo(&self.with_room()),
            Player::Network => Thinker::network(&self.with_room()),
            _ => Thinker::alpha_beta(&self.means),
        }
    }

    /// A tree search cannot do without any memory.
    fn with_room(&self) -> Means {
        let mut means = self.means.clone();
        means.resources.mebibytes = means.resources.mebibytes.max(1);
        means
    }
}

fn positive<N: std::str::FromStr + PartialOrd + Default>(
    name: &str,
    value: &str,
) -> Result<N, String> {
    value
        .parse()
        .ok()
        .filter(|number| *number > N::default())
        .ok_or_else(|| format!("{name} must be a positive number, not {value:?}"))
}

/// A model's file: the lines of its options below the first line that says what it is.
#[must_use]
pub fn opponent_file(provenance: &str, options: &[(&str, &str)]) -> String {
    let mut text = format!("{HEADER}\n# {provenance}\n");
    for (name, value) in options {
        text.push_str(&format!("{name}={value}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_are_read_from_words_and_from_a_file() {
        let one =
            Opponents::read("Depth=3 Parameters=kept=8;kept_at_root=9").expect("it is well formed");
        assert_eq!(one.models[0].limits.depth, Some(3));
        assert_eq!(one.models[0].means.tuning.alpha_beta().kept, 8);
        assert_eq!(one.models[0].means.resources.mebibytes, 0);
        let two = Opponents::read("Share=2 Nodes=50 Player=network or Safeguard=off")
            .expect("it is well formed");
        assert_eq!(two.models.len(), 2);
        assert_eq!((two.models[0].share, two.is_guarded), (2.0, false));
        assert_eq!(two.models[1].limits.depth, Some(DEPTH));
        let folder = tempfile::tempdir().expect("there is room");
        let file = folder.path().join("somebody");
        let weights = evaluation::Weights::default().to_string();
        fs::write(folder.path().join("my weights.txt"), weights).expect("there is room");
        let options = [("WeightsFile", "my weights.txt"), ("Depth", "1")];
        fs::write(&file, opponent_file("made up", &options)).expect("there is room");
        let read = Opponents::read(&file.to_string_lossy()).expect("it is well formed");
        assert_eq!(read.models[0].limits.depth, Some(1));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, complaint) in [
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
                "an opponent has no \"Level\": Depth, Nodes, Share, Safeguard, Player, WeightsFile, NetworkFile, \
                 EndgameTable, Parameters, Hash are known",
            ),
        ] {
            assert_eq!(Opponents::read(text).map(drop), Err(complaint.to_owned()));
        }
        let missing = Opponents::read("no-such-file")
            .map(drop)
            .expect_err("there is none");
        assert!(missing.starts_with("no-such-file: "), "{missing}");
        let foreign = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let complaint = Opponents::read(foreign)
            .map(drop)
            .expect_err("it is something else");
        assert!(complaint.contains("its first line is not"), "{complaint}");
    }

    #[test]
    fn an_exact_model_foretells_what_the_engine_plays() {
        use amazons::Position;
        use game::Game;
        use search::Signal;
        use search::opponent_model::Predictor;
        let description = "Depth=2 EndgameTable=none Parameters=kept=12;kept_at_root=20";
        let mut models = Opponents::read(description)
            .expect("it is well formed")
            .habits();
        let mut engine = Engine::new();
        for (name, value) in [
            ("Player", "alpha-beta"),
            ("Hash", "0"),
            // A table's moves are made without the search that is foretold.
            ("EndgameTable", "none"),
            ("Parameters", "kept=12;kept_at_root=20"),
        ] {
            engine.set_option(name, value).expect("it is an option");
        }
        let limits = crate::Limits {
            depth: Some(2),
            ..crate::Limits::default()
        };
        let mut position = Position::parse("6x6").expect("it is a size");
        let mut asked = 0;
        while position.proven_outcome().is_none() {
            let foreseen = models[0].0.predict(&position, 1, &Signal::new());
            let played = engine
                .answer(&position, limits.clone())
                .expect("it answers")
                .best_move;
            assert_eq!(
                foreseen.map(|foreseen| foreseen.mv),
                played,
                "{}",
                position.to_text()
            );
            position.play(played.expect("there is a move"));
            asked += 1;
        }
        assert!(asked > 5);
    }
}
