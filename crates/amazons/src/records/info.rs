//! Game information: players, result, date, event, place and rules.

use game::PerColor;

use super::error::{RecordErrorKind, excerpt};
use super::property::escape;
use super::result::GameResult;

/// Game information of a record. An empty string means unknown.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameInfo {
    /// The players' names.
    pub players: PerColor<String>,
    /// The result as written in the record.
    pub result: GameResult,
    /// The date as written in the record.
    pub date: String,
    /// The tournament or match.
    pub event: String,
    /// The place: a town or a server.
    pub place: String,
    /// The rules, if not the standard ones.
    pub rules: String,
}

/// Checks that the value of the property `GM` is Amazons, game 18 in SGF.
pub(super) fn check_game(value: &str) -> Result<(), RecordErrorKind> {
    let value = value.trim();
    if value == "18" || value.eq_ignore_ascii_case("amazons") {
        Ok(())
    } else {
        Err(RecordErrorKind::WrongGame(excerpt(value)))
    }
}

impl GameInfo {
    /// The text field with an SGF or GGF property name.
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

    /// All text fields (not the result) with their SGF and GGF property names.
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

    /// The known text fields as SGF and GGF properties.
    pub(super) fn write_fields(&self) -> String {
        let known = self
            .fields()
            .into_iter()
            .filter(|(_, text)| !text.is_empty());
        known
            .map(|(name, text)| format!("{name}[{}]", escape(text)))
            .collect()
    }

    /// Whether the field with a property name is known.
    pub(super) fn is_known(&self, name: &str) -> bool {
        match name {
            "RE" => self.result != GameResult::Unknown,
            _ => self
                .fields()
                .iter()
                .any(|&(field, text)| field == name && !text.is_empty()),
        }
    }
}
