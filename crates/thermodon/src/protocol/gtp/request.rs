//! Syntax of commands and responses.

use super::session::GtpError;
use crate::protocol::output::single_line;

/// A command and the id that its response repeats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Request {
    id: String,
    text: String,
}

impl Request {
    /// Parses a line; `None` if it is blank or a comment.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let line = line.split('#').next().unwrap_or_default();
        let text: String = line
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .collect();
        let text = text.trim();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (id, rest) = text.split_at(digits);
        // Digits followed by other characters belong to the command.
        let (id, rest) = if rest.is_empty() || rest.starts_with(' ') {
            (id, rest)
        } else {
            ("", text)
        };
        (!text.is_empty()).then(|| Self {
            id: id.to_owned(),
            text: rest.to_owned(),
        })
    }

    /// The command and its arguments.
    pub(super) fn words(&self) -> Vec<&str> {
        self.text.split_ascii_whitespace().collect()
    }

    /// The response, which ends with an empty line.
    pub(super) fn format_reply(&self, reply: &Result<String, GtpError>) -> String {
        let id = &self.id;
        match reply {
            Ok(text) if text.is_empty() => format!("={id}\n"),
            Ok(text) => {
                // A board starts on its own line.
                let separator = if text.starts_with('\n') { '\n' } else { ' ' };
                // An empty line would end the response.
                let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
                format!("={id}{separator}{}\n", lines.join("\n"))
            }
            Err(error) => format!("?{id} {}\n", single_line(&error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(line: &str) -> Option<(String, Vec<String>)> {
        Request::parse(line).map(|request| {
            let words = request
                .words()
                .iter()
                .map(|&word| word.to_owned())
                .collect();
            (request.id, words)
        })
    }

    fn expect(line: &str, id: &str, words: &[&str]) {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        assert_eq!(parts(line), Some((id.to_owned(), words)), "{line:?}");
    }

    #[test]
    fn ids_comments_and_control_characters_are_parsed() {
        expect("name", "", &["name"]);
        expect("12 name", "12", &["name"]);
        expect(
            "  7\tplay\tw  d1-d7/g7 # a comment",
            "7",
            &["play", "w", "d1-d7/g7"],
        );
        expect("na\u{7}me\r", "", &["name"]);
        expect("3", "3", &[]);
        expect("3name", "", &["3name"]);
        expect(
            "99999999999999999999999 quit",
            "99999999999999999999999",
            &["quit"],
        );
        for nothing in ["", "   ", "# only a comment", "\t\r", "\u{0}"] {
            assert_eq!(parts(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn responses_have_only_a_final_empty_line() {
        let request = Request::parse("5 showboard").unwrap();
        assert_eq!(request.format_reply(&Ok(String::new())), "=5\n");
        assert_eq!(
            request.format_reply(&Ok("a\n\nb\n".to_owned())),
            "=5 a\nb\n"
        );
        assert_eq!(
            request.format_reply(&Ok("\n a\n b".to_owned())),
            "=5\n a\n b\n"
        );
        assert_eq!(
            request.format_reply(&Err(GtpError::UnknownCommand)),
            "?5 unknown command\n"
        );
        assert_eq!(
            Request::parse("name")
                .unwrap()
                .format_reply(&Ok("x".into())),
            "= x\n"
        );
    }
}
