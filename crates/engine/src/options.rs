//! Options of the engine, which protocols and the command line list and set.

use thiserror::Error;

use crate::levels::Level;

/// Maximum of option `MultiPV`.
pub(crate) const MAX_MULTIPV: usize = 500;

/// The options of the engine; `Engine::set_option` has a setter for each.
pub(crate) const OPTIONS: &[EngineOption] = &[
    combo(
        "Player",
        &[
            "network",
            "alpha-beta",
            "monte-carlo",
            "opponent-model",
            "random",
        ],
        "Search algorithm, or random moves",
    ),
    spin(
        "Level",
        Level::FULL.number() as u64,
        Level::WEAKEST.number() as u64,
        Level::FULL.number() as u64,
        "Playing strength, from 1 (beginner) to 20 (full strength). Player applies at full \
         strength only; analysis (infinite search or several lines) is always at full \
         strength",
    ),
    spin("Threads", 1, 1, 256, "Number of search threads"),
    spin(
        "Hash",
        64,
        0,
        65_536,
        "Size of the transposition table or search tree in MiB. With 0, alpha-beta keeps \
         nothing between moves",
    ),
    spin(
        "MultiPV",
        1,
        1,
        MAX_MULTIPV as u64,
        "Number of best lines to report",
    ),
    spin(
        "Seed",
        0,
        0,
        u32::MAX as u64,
        "Random seed; 0 for a different one each time",
    ),
    string(
        "NetworkFile",
        "Network weights file; empty for the embedded network",
    ),
    string(
        "WeightsFile",
        "Weights file of the handcrafted evaluation, used by alpha-beta and monte-carlo; \
         empty for the embedded weights",
    ),
    string(
        "EndgameTable",
        "Endgame table directory; empty for the one in the data directory, built-in for \
         regions of up to 6 squares, none to disable",
    ),
    combo(
        "ExactEndgames",
        &["on", "off"],
        "Use exact combinatorial values of separate regions; needs EndgameTable",
    ),
    string(
        "Book",
        "Opening book file (see thermodon book export); empty for the embedded book, none \
         to disable. Used at full strength by network, alpha-beta and monte-carlo",
    ),
    combo(
        "BookVariety",
        &["best", "varied"],
        "best plays the best book move, varied a random one of the good ones",
    ),
    string(
        "Opponent",
        "Opponent for opponent-model: engine options and depth, such as Depth=2 \
         WeightsFile=w.txt; several separated by the word or, each with Share=; or a file \
         with such lines. Empty for alpha-beta with the engine's own options",
    ),
    spin(
        "Noise",
        0,
        0,
        10_000,
        "Maximum random noise added to the handcrafted evaluation, in millilogits; changes \
         every game",
    ),
    string(
        "Parameters",
        "Search parameters for tuning: name=value, separated by semicolons",
    ),
];

const fn spin(
    name: &'static str,
    default: u64,
    min: u64,
    max: u64,
    description: &'static str,
) -> EngineOption {
    EngineOption {
        name,
        kind: OptionKind::Spin { default, min, max },
        description,
    }
}

/// One of several words, of which the first is the default.
const fn combo(
    name: &'static str,
    choices: &'static [&'static str],
    description: &'static str,
) -> EngineOption {
    EngineOption {
        name,
        kind: OptionKind::Combo {
            default: choices[0],
            choices,
        },
        description,
    }
}

const fn string(name: &'static str, description: &'static str) -> EngineOption {
    EngineOption {
        name,
        kind: OptionKind::String { default: "" },
        description,
    }
}

/// An option that users can set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// Name; matched ignoring case.
    pub name: &'static str,
    /// Type, range and default.
    pub kind: OptionKind,
    /// Help text.
    pub description: &'static str,
}

/// Type, range and default of an option, as in UCI.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// An integer.
    Spin {
        /// Default value.
        default: u64,
        /// Minimum.
        min: u64,
        /// Maximum.
        max: u64,
    },
    /// One of several words.
    Combo {
        /// Default value.
        default: &'static str,
        /// Allowed values.
        choices: &'static [&'static str],
    },
    /// Any text.
    String {
        /// Default value.
        default: &'static str,
    },
}

/// Error of setting an option; the option keeps its value.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("there is no option {0:?}")]
    Unknown(String),
    /// The value is out of range, not among the choices, or names a file that cannot be used; the
    /// message says why.
    #[error("{0}")]
    InvalidValue(String),
}

impl EngineOption {
    /// Whether the option has this name, ignoring case.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    pub(crate) fn invalid(&self, reason: &str) -> OptionError {
        OptionError::InvalidValue(format!("invalid value for {}: {reason}", self.name))
    }

    /// Parses a value of a [`OptionKind::Spin`] option.
    pub(crate) fn parse_spin(&self, value: &str) -> Result<u64, OptionError> {
        let OptionKind::Spin { min, max, .. } = self.kind else {
            return Err(OptionError::Unknown(self.name.to_owned()));
        };
        value
            .trim()
            .parse()
            .ok()
            .filter(|number| (min..=max).contains(number))
            .ok_or_else(|| {
                let name = self.name;
                OptionError::InvalidValue(format!(
                    "{name} must be a number from {min} to {max}, not {value:?}"
                ))
            })
    }

    /// Parses a value of a [`OptionKind::Combo`] option.
    pub(crate) fn parse_combo(&self, value: &str) -> Result<&'static str, OptionError> {
        let OptionKind::Combo { choices, .. } = self.kind else {
            return Err(OptionError::Unknown(self.name.to_owned()));
        };
        let choice = choices
            .iter()
            .find(|choice| choice.eq_ignore_ascii_case(value.trim()));
        choice.copied().ok_or_else(|| {
            let (name, choices) = (self.name, choices.join(" or "));
            OptionError::InvalidValue(format!("{name} must be {choices}, not {value:?}"))
        })
    }

    /// Checks a value against the option's type and range.
    ///
    /// # Errors
    /// If the value is out of range or not among the choices.
    pub fn check(&self, value: &str) -> Result<(), OptionError> {
        match self.kind {
            OptionKind::Spin { .. } => self.parse_spin(value).map(drop),
            OptionKind::Combo { .. } => self.parse_combo(value).map(drop),
            OptionKind::String { .. } => Ok(()),
        }
    }
}
