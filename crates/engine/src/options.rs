//! What a user can choose, as a list that protocols and the command line print and feed.

use thiserror::Error;

/// Something that a user can choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// Its name; case makes no difference when it is set.
    pub name: &'static str,
    /// What it may be, and what it is unless set.
    pub kind: OptionKind,
    /// What it does, in a sentence.
    pub description: &'static str,
}

/// What an option may be, and what it is unless set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// A number.
    Number {
        /// What it is unless set.
        default: u64,
        /// The least.
        min: u64,
        /// The most.
        max: u64,
    },
    /// One of a few words.
    Choice {
        /// What it is unless set.
        default: &'static str,
        /// The words.
        choices: &'static [&'static str],
    },
    /// Any text.
    Text {
        /// What it is unless set.
        default: &'static str,
    },
}

/// Why an option cannot be set; it stays as it was.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("there is no option {0:?}")]
    Unknown(String),
    /// The value is no number, or too small or large a one.
    #[error("{name} must be a number from {min} to {max}, not {value:?}")]
    NotInRange {
        /// The option.
        name: &'static str,
        /// What it should have become.
        value: String,
        /// The least.
        min: u64,
        /// The most.
        max: u64,
    },
    /// The value is a text that does not do.
    #[error("{name} cannot be that: {reason}")]
    Refused {
        /// The option.
        name: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// The value is none of those to choose from.
    #[error("{name} must be {}, not {value:?}", choices.join(" or "))]
    NotAChoice {
        /// The option.
        name: &'static str,
        /// What it should have become.
        value: String,
        /// The words to choose from.
        choices: &'static [&'static str],
    },
}

impl EngineOption {
    /// Whether this is the option that a user means.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The error for a text that does not do, and why.
    pub(crate) fn refusal(&self, reason: String) -> OptionError {
        OptionError::Refused {
            name: self.name,
            reason,
        }
    }

    /// Reads a value for an option that is a number.
    pub(crate) fn number(&self, value: &str) -> Result<u64, OptionError> {
        let OptionKind::Number { min, max, .. } = self.kind else {
            return Err(OptionError::Unknown(self.name.to_owned()));
        };
        value
            .trim()
            .parse()
            .ok()
            .filter(|number| (min..=max).contains(number))
            .ok_or_else(|| OptionError::NotInRange {
                name: self.name,
                value: value.to_owned(),
                min,
                max,
            })
    }

    /// Reads a value for an option that is a choice.
    pub(crate) fn choice(&self, value: &str) -> Result<&'static str, OptionError> {
        let OptionKind::Choice { choices, .. } = self.kind else {
            return Err(OptionError::Unknown(self.name.to_owned()));
        };
        let chosen = choices
            .iter()
            .find(|choice| choice.eq_ignore_ascii_case(value.trim()));
        chosen.copied().ok_or_else(|| OptionError::NotAChoice {
            name: self.name,
            value: value.to_owned(),
            choices,
        })
    }

    /// Checks a value against what the option may be.
    ///
    /// # Errors
    /// If the option cannot be that.
    pub fn check(&self, value: &str) -> Result<(), OptionError> {
        match self.kind {
            OptionKind::Number { .. } => self.number(value).map(drop),
            OptionKind::Text { .. } => Ok(()),
            OptionKind::Choice { .. } => self.choice(value).map(drop),
        }
    }
}
