//! What a course is to be.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::differences::Differences;
use crate::form::Form;
use crate::lesson::Method;
use crate::self_play::PlaySettings;

/// All that decides about what is learned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The weights to learn.
    pub form: Form,
    /// How.
    pub method: Method,
    /// What steers it.
    pub differences: Differences,
    /// The learning rate (the paper's α) at the beginning. At nought nothing is learned, and the course is only
    /// there for its games.
    pub rate: f64,
    /// The rate falls as 1 / (1 + n / this) over the games n; evenly, to nothing at the end, if not said. The paper
    /// says only that it falls.
    pub half_after: Option<u32>,
    /// The numbers to begin with, in the order of [`Form::names`]; those of the form if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Vec<f64>>,
    /// How many games are played.
    pub games: u32,
    /// What all random numbers follow from.
    pub seed: u64,
    /// So many games before a game, less one, are not yet learned from when it begins; 1 as in the paper.
    pub lag: u32,
    /// How games are played.
    pub play: PlaySettings,
}

impl Default for Settings {
    /// The paper's, but for the search and the lag.
    fn default() -> Self {
        Self {
            form: Form::Paper,
            method: Method::Td,
            differences: Differences::default(),
            rate: 0.1,
            half_after: None,
            start: None,
            games: 10_000,
            seed: 1,
            lag: 16,
            play: PlaySettings::default(),
        }
    }
}

impl Settings {
    /// The learning rate for a game.
    pub(crate) fn rate_at(&self, game: u32) -> f64 {
        let game = f64::from(game);
        match self.half_after {
            Some(games) => self.rate / (1.0 + game / f64::from(games.max(1))),
            None => self.rate * (1.0 - game / f64::from(self.games.max(1))),
        }
    }

    /// What is written into weights files.
    pub(crate) fn provenance(&self, games: u32) -> String {
        let limit = match (self.play.nodes, self.play.depth) {
            (Some(nodes), None) => format!("{nodes} nodes"),
            (None, Some(depth)) => format!("depth {depth}"),
            (nodes, depth) => format!("nodes {nodes:?}, depth {depth:?}"),
        };
        let Self { form, method, .. } = self;
        format!(
            "{method} on {games} of {} games of self-play from {} at {limit} a move, form {form}, seed {}",
            self.games, self.play.position, self.seed
        )
    }

    /// The first setting that those of another course, as they are written, have otherwise: its name, their value and
    /// ours.
    pub(crate) fn first_difference(&self, there: &str) -> Option<(String, String, String)> {
        let ours = serde_json::to_value(self).ok()?;
        let theirs: Value = serde_json::from_str(there).ok()?;
        first_difference("", &ours, &theirs)
    }
}

/// The same for what is written under a name.
fn first_difference(name: &str, ours: &Value, theirs: &Value) -> Option<(String, String, String)> {
    if let (Some(fields), Some(_)) = (ours.as_object(), theirs.as_object()) {
        return fields.iter().find_map(|(field, own)| {
            let name = [name, field].join(if name.is_empty() { "" } else { "." });
            first_difference(&name, own, theirs.get(field).unwrap_or(&Value::Null))
        });
    }
    let value = |of: &Value| match of {
        Value::Null => "nothing".to_owned(),
        value => value.to_string(),
    };
    (ours != theirs).then(|| (name.to_owned(), value(theirs), value(ours)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_named_however_deep_it_lies() {
        let settings = Settings::default();
        let written = serde_json::to_string(&settings).unwrap();
        assert_eq!(settings.first_difference(&written), None);
        let mut other = settings.clone();
        other.play.nodes = Some(11);
        other.play.depth = None;
        let (name, there, here) = other.first_difference(&written).unwrap();
        assert_eq!((name.as_str(), here.as_str()), ("play.nodes", "11"));
        assert_ne!(there, here);
        other = settings.clone();
        other.start = Some(vec![1.0]);
        let difference = other.first_difference(&written).unwrap();
        assert_eq!(
            difference,
            ("start".into(), "nothing".into(), "[1.0]".into())
        );
    }
}
