//! What a record says about the game as a whole.

use game::PerColor;

use super::result::GameResult;

/// The heading of a game record. An empty text means that nothing is said.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameInfo {
    /// The players' names.
    pub players: PerColor<String>,
    /// How the game ended.
    pub result: GameResult,
    /// When it was played, in whatever form the record says it.
    pub date: String,
    /// The tournament or match.
    pub event: String,
    /// Where it was played: a town, a server.
    pub place: String,
    /// The rules, where they need saying.
    pub rules: String,
}

impl GameInfo {
    /// The text that SGF and GGF call by this name, if it is one of these.
    pub(super) fn field_mut(&mut self, name: &str) -> Option<&mut String> {
        use game::Color::{Black, White};
        Some(match name {
            "PB" => &mut self.players[Black],
            "PW" => &mut self.players[White],
            "DT" => &mut self.date,
            "EV" => &mut self.event,
            "PC" => &mut self.place,
            "RU" => &mut self.rules,
            _ => return None,
        })
    }

    /// Every text with the name that SGF and GGF give it.
    pub(super) fn fields(&self) -> [(&'static str, &str); 6] {
        use game::Color::{Black, White};
        [
            ("EV", &self.event),
            ("PC", &self.place),
            ("DT", &self.date),
            ("RU", &self.rules),
            ("PB", &self.players[Black]),
            ("PW", &self.players[White]),
        ]
    }

    /// Whether the heading says anything under that name.
    pub(super) fn says(&self, name: &str) -> bool {
        match name {
            "RE" => self.result != GameResult::Unknown,
            _ => self
                .fields()
                .iter()
                .any(|&(field, text)| field == name && !text.is_empty()),
        }
    }
}
