//! Syntax of commands and responses.

use crate::output::single_line;

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
    pub(super) fn format_reply(&self, reply: &anyhow::Result<String>) -> String {
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
            Err(error) => format!("?{id} {}\n", single_line(&format!("{error:#}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_comments_and_control_characters_are_parsed() {
        for (line, id, words) in [
            ("name", "", &["name"][..]),
            ("12 name", "12", &["name"]),
            (
                "  7\tplay\tw  d1-d7/g7 # a comment",
                "7",
                &["play", "w", "d1-d7/g7"],
            ),
            ("na\u{7}me\r", "", &["name"]),
            ("3", "3", &[]),
            ("3name", "", &["3name"]),
            (
                "99999999999999999999999 quit",
                "99999999999999999999999",
                &["quit"],
            ),
        ] {
            let request = Request::parse(line).unwrap();
            assert_eq!((&*request.id, &*request.words()), (id, words), "{line:?}");
        }
        for nothing in ["", "   ", "# only a comment", "\t\r", "\u{0}"] {
            assert_eq!(Request::parse(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn responses_have_only_a_final_empty_line() {
        let request = Request::parse("5 showboard").unwrap();
        for (reply, expected) in [
            ("", "=5\n"),
            ("a\n\nb\n", "=5 a\nb\n"),
            ("\n a\n b", "=5\n a\n b\n"),
        ] {
            assert_eq!(request.format_reply(&Ok(reply.to_owned())), expected);
        }
        let error = anyhow::anyhow!("unknown command");
        assert_eq!(request.format_reply(&Err(error)), "?5 unknown command\n");
        let request = Request::parse("name").unwrap();
        assert_eq!(request.format_reply(&Ok("x".to_owned())), "= x\n");
    }
}
