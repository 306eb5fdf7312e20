//! Parser of weights files.

use super::{HEADER, PhaseAxis, TermWeights, WeightsError};
use crate::terms::Term;

/// Lines of a file with their numbers, counted from 1.
struct NumberedLines<'a> {
    lines: std::str::Lines<'a>,
    number: usize,
}

impl<'a> NumberedLines<'a> {
    /// Number of the next line and its value after `key` and a colon.
    fn expect_key(&mut self, key: &str) -> Result<(usize, &'a str), WeightsError> {
        self.number += 1;
        let missing = || WeightsError::Line(self.number, format!("expected \"{key}:\""));
        let line = self.lines.next().ok_or_else(missing)?;
        let value = line
            .strip_prefix(key)
            .and_then(|rest| rest.strip_prefix(':'));
        Ok((self.number, value.ok_or_else(missing)?.trim()))
    }
}

pub(super) fn parse(text: &str) -> Result<TermWeights, WeightsError> {
    let mut lines = NumberedLines {
        lines: text.lines(),
        number: 1,
    };
    let header = lines.lines.next().unwrap_or_default();
    if !header.starts_with("thermodon evaluation weights") {
        return Err(WeightsError::UnknownFormat);
    }
    if header != HEADER {
        return Err(WeightsError::UnsupportedVersion(header.to_owned()));
    }
    verify_checksum(text)?;

    let (_, provenance) = lines.expect_key("provenance")?;
    let (line, stages) = lines.expect_key("stages")?;
    let (axis, phases) = stages.split_once(' ').unwrap_or((stages, ""));
    let axis = axis.parse::<PhaseAxis>().map_err(|_| {
        let expected = r#"expected "empty", "openness" or "share""#;
        WeightsError::Line(line, format!("unknown phase axis {axis:?} ({expected})"))
    })?;
    let phases: Vec<u8> = parse_numbers(line, phases)?;
    let mut weights = TermWeights::zeros(axis, &phases)?;
    weights.provenance = provenance.to_owned();
    for term in Term::ALL {
        let (line, text) = lines.expect_key(term.name())?;
        let logits: Vec<f64> = parse_numbers(line, text)?;
        if logits.len() != phases.len() {
            let message = format!("{} weights for {} phases", logits.len(), phases.len());
            return Err(WeightsError::Line(line, message));
        }
        for (index, logits) in logits.into_iter().enumerate() {
            weights.set(term, index, logits)?;
        }
    }
    let (line, _) = lines.expect_key("checksum")?;
    match lines.lines.next() {
        None => Ok(weights),
        Some(_) => {
            let message = "unexpected line after the checksum".to_owned();
            Err(WeightsError::Line(line + 1, message))
        }
    }
}

fn verify_checksum(text: &str) -> Result<(), WeightsError> {
    let Some(start) = text.find("\nchecksum:").map(|end| end + 1) else {
        let message = "expected \"checksum:\"".to_owned();
        return Err(WeightsError::Line(text.lines().count() + 1, message));
    };
    let (content, last) = text.split_at(start);
    let expected = last
        .lines()
        .next()
        .unwrap_or_default()
        .trim_start_matches("checksum:")
        .trim();
    let found = format!("{:08x}", crc32fast::hash(content.as_bytes()));
    if found != expected {
        return Err(WeightsError::ChecksumMismatch {
            expected: expected.to_owned(),
            found,
        });
    }
    Ok(())
}

fn parse_numbers<T: std::str::FromStr>(line: usize, text: &str) -> Result<Vec<T>, WeightsError> {
    text.split_ascii_whitespace()
        .map(|word| {
            word.parse()
                .map_err(|_| WeightsError::Line(line, format!("invalid number {word:?}")))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_checksum(content: &str) -> String {
        format!(
            "{content}checksum: {:08x}\n",
            crc32fast::hash(content.as_bytes())
        )
    }

    /// The default weights without their checksum.
    fn content() -> String {
        let text = TermWeights::default().to_string();
        text[..text.find("checksum").unwrap()].to_owned()
    }

    fn error_text(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn weights_round_trip() {
        let mut original = TermWeights::zeros(PhaseAxis::EmptySquares, &[0, 31, 92]).unwrap();
        original.provenance = "a test".to_owned();
        for (index, term) in Term::ALL.into_iter().enumerate() {
            for phase in 0..3 {
                original
                    .set(term, phase, index as f64 / 7.0 - phase as f64)
                    .unwrap();
            }
        }
        assert_eq!(original.to_string().parse(), Ok(original));
    }

    #[test]
    fn the_embedded_file_is_in_canonical_form() {
        let embedded = include_str!("../../weights/default.txt");
        assert_eq!(
            embedded.parse::<TermWeights>().unwrap().to_string(),
            embedded
        );
    }

    #[test]
    fn other_formats_and_versions_are_rejected() {
        for text in ["", "\u{7f}ELF", "{\"weights\": []}", "thermodon"] {
            assert_eq!(parse(text), Err(WeightsError::UnknownFormat), "{text:?}");
        }
        assert_eq!(
            error_text(&content().replace("version 1", "version 2")),
            "unsupported weights file version: \"thermodon evaluation weights, version 2\" \
             (supported: 1)"
        );
    }

    /// Every change of one bit per byte and every truncation is detected.
    #[test]
    fn corrupt_files_are_rejected() {
        let whole = TermWeights::default().to_string();
        for index in 0..whole.len() - 1 {
            let mut bytes = whole.clone().into_bytes();
            bytes[index] ^= 1;
            if let Ok(text) = String::from_utf8(bytes) {
                assert!(parse(&text).is_err(), "byte {index} changed");
            }
            assert!(parse(&whole[..index]).is_err(), "truncated at {index}");
        }
        let error = error_text(&whole.replace("provenance: ", "provenance: not "));
        assert!(
            error.starts_with("the weights file is corrupt: its checksum is "),
            "{error}"
        );
    }

    #[test]
    fn errors_name_the_line_and_the_problem() {
        let content = content();
        let change = |from: &str, to: &str| {
            assert!(content.contains(from));
            error_text(&with_checksum(&content.replacen(from, to, 1)))
        };
        assert_eq!(
            change("\ntempo:", "\nhaste:"),
            "line 4: expected \"tempo:\""
        );
        assert_eq!(
            change("stages: openness", "stages: moon"),
            "line 3: unknown phase axis \"moon\" (expected \"empty\", \"openness\" or \"share\")"
        );
        assert_eq!(
            change("stages: openness 0", "stages: openness 99"),
            "the phases must be 1 to 32 ascending numbers up to 100"
        );
        assert_eq!(
            change("\ntempo:", "\ntempo: x"),
            "line 4: invalid number \"x\""
        );
        let phases = TermWeights::default().phases().len();
        assert_eq!(
            change("\ntempo:", "\ntempo: 1"),
            format!("line 4: {} weights for {phases} phases", phases + 1)
        );
        for (weight, shown) in [("1e9", "1000000000"), ("NaN", "NaN"), ("-inf", "-inf")] {
            let tempo = content.lines().find(|line| line.starts_with("tempo:"));
            let weights = vec![weight; phases].join(" ");
            assert_eq!(
                change(tempo.unwrap(), &format!("tempo: {weights}")),
                format!("the weight {shown} of tempo is not between -10 and 10")
            );
        }
        let whole = with_checksum(&content);
        let lines = whole.lines().count();
        assert_eq!(
            error_text(&(whole + "more\n")),
            format!("line {}: unexpected line after the checksum", lines + 1)
        );
    }

    #[test]
    fn weights_are_interpolated_between_phases() {
        let mut weights = TermWeights::zeros(PhaseAxis::EmptySquares, &[10, 20]).unwrap();
        weights.set(Term::Domain, 0, 1.0).unwrap();
        weights.set(Term::Domain, 1, 2.0).unwrap();
        let at = |phase| weights.at_phase(Term::Domain, phase);
        assert_eq!(
            [at(0), at(10), at(15), at(20), at(100)],
            [1.0, 1.0, 1.5, 2.0, 2.0]
        );
    }

    #[test]
    fn terms_are_divided_by_reachable_squares() {
        let mut weights = TermWeights::zeros(PhaseAxis::ReachableSquares, &[0, 40]).unwrap();
        weights.set(Term::Domain, 0, 1.0).unwrap();
        weights.set(Term::Domain, 1, 3.0).unwrap();
        let at = |phase| weights.at_phase(Term::Domain, phase);
        assert_eq!([at(0), at(20), at(50)], [1.0, 2.0 / 20.0, 3.0 / 50.0]);
    }
}
