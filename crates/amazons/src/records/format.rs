//! Formats of game records and their detection.

use strum::{Display, EnumCount, EnumString, VariantArray};
use thiserror::Error;

use super::error::excerpt;
use super::{bracket_syntax, little_golem, sgf, text};

/// A format of game records. Its text is the name in command lines, such as `little-golem`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Display, EnumCount, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
#[strum(parse_err_ty = ParseFormatError, parse_err_fn = unknown_format)]
pub enum Format {
    /// The Smart Game Format: [`sgf`].
    Sgf,
    /// The format of the server GGS: [`ggf`](super::ggf).
    Ggf,
    /// Little Golem's SGF files and CSV tables: [`little_golem`].
    LittleGolem,
    /// A start position and moves on a line: [`text`].
    Text,
    /// A position as a FEN, without moves: [`notation::fen`](crate::notation::fen).
    Fen,
    /// A position as a diagram, without moves: [`notation::diagram`](crate::notation::diagram).
    Diagram,
}

/// Error of parsing the name of a [`Format`]; holds the text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown format {0:?}: expected sgf, ggf, little-golem, text, fen or diagram")]
pub struct ParseFormatError(pub String);

fn unknown_format(name: &str) -> ParseFormatError {
    ParseFormatError(excerpt(name))
}

impl Format {
    /// All formats.
    pub const ALL: [Self; Self::COUNT] = *Self::VARIANTS.first_chunk().expect("all variants");
}

/// Detects the format of a text, which may still contain errors.
#[must_use]
pub fn detect(text: &str) -> Option<Format> {
    let text = super::strip_bom(text);
    if bracket_syntax::find_game(text).is_some() {
        Some(detect_brackets(text))
    } else if little_golem::is_csv(text) {
        Some(Format::LittleGolem)
    } else {
        text::detect(text)
    }
}

/// Distinguishes the three bracket formats by the properties of the first game.
fn detect_brackets(text: &str) -> Format {
    let properties = bracket_syntax::properties_of_first_game(text);
    let find = |name: &str| {
        let found = properties.iter().find(|(found, _)| found == name);
        found.map(|&(_, value)| value.trim())
    };
    let has_board = find("BO").is_some();
    let is_ggf = match find("GM") {
        // SGF numbers games and GGF names them, but some SGF files have names too.
        Some(game) => game.parse::<u32>().is_err() && (has_board || find("SZ").is_none()),
        None => has_board,
    };
    if is_ggf {
        return Format::Ggf;
    }
    let first_squares = properties.iter().find(|(name, value)| match &**name {
        "B" | "W" => sgf::parse_end_marker(value).is_none(),
        name => matches!(name, "AB" | "AW" | "AA" | "AE"),
    });
    let is_from_little_golem = match first_squares {
        // SGF points are letters; a digit belongs to algebraic notation.
        Some((_, squares)) => squares.bytes().any(|byte| byte.is_ascii_digit()),
        None => find("SO").is_some_and(|source| source.contains("littlegolem")),
    };
    if is_from_little_golem {
        Format::LittleGolem
    } else {
        Format::Sgf
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert_eq!(
            "pgn".parse::<Format>().unwrap_err().to_string(),
            "unknown format \"pgn\": expected sgf, ggf, little-golem, text, fen or diagram"
        );
    }

    #[test]
    fn formats_are_detected() {
        for (text, format) in [
            ("(;FF[4]GM[18];B[djddgd])", Format::Sgf),
            ("(;)", Format::Sgf),
            ("Dear all,\n( ;GM[18])", Format::Sgf),
            ("(;broken", Format::Sgf),
            ("(;GM[Amazons]SZ[8]AB[aa])", Format::Sgf),
            ("(;GM[1];B[aa])", Format::Sgf),
            ("(;FF[4]SZ[10];B[g10-g4/d4])", Format::LittleGolem),
            (
                "(;FF[4]SO[http://www.littlegolem.com])",
                Format::LittleGolem,
            ),
            ("(;SO[littlegolem]AB[aa])", Format::Sgf),
            ("(;AB[a10])", Format::LittleGolem),
            ("(;B[resign];W[d1-d7/g7])", Format::LittleGolem),
            ("(;GM[Amazons]SZ[8]BO[1 - *];)", Format::Ggf),
            ("(;B[resign])", Format::Sgf),
            ("(;GM[Amazons]PC[GGS/ams]TY[10]B[D1-D7-G7];)", Format::Ggf),
            ("1 (;GM[Othello];)", Format::Ggf),
            ("(;BO[1 - *];)", Format::Ggf),
            ("W,B[g10-g4/d4]", Format::LittleGolem),
            ("\u{feff}startpos", Format::Text),
            ("4/4 w", Format::Fen),
            ("x.o|...", Format::Diagram),
        ] {
            assert_eq!(detect(text), Some(format), "{text}");
        }
        for text in ["", "  \n", "hello", "()", "§"] {
            assert_eq!(detect(text), None, "{text}");
        }
    }
}
