//! Reading weights.

use super::{Axis, HEADER, Weights, WeightsError, crc32};
use crate::terms::Term;

/// Lines with their numbers, counted from 1.
struct Lines<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    count: usize,
}

impl<'a> Lines<'a> {
    /// What stands in the next line behind `key` and a colon.
    fn value(&mut self, key: &str) -> Result<(usize, &'a str), WeightsError> {
        self.count += 1;
        let missing = || WeightsError::Missing {
            line: self.count,
            expected: format!("{key}:"),
        };
        let (_, line) = self.lines.next().ok_or_else(missing)?;
        let value = line
            .strip_prefix(key)
            .and_then(|rest| rest.strip_prefix(':'));
        Ok((self.count, value.ok_or_else(missing)?.trim()))
    }
}

pub(super) fn weights(text: &str) -> Result<Weights, WeightsError> {
    let header = text.lines().next().unwrap_or_default();
    if !header.starts_with("thermodon evaluation weights") {
        return Err(WeightsError::Foreign);
    }
    if header != HEADER {
        return Err(WeightsError::Version(header.to_owned()));
    }
    check_whole(text)?;

    let mut lines = Lines {
        lines: text.lines().enumerate(),
        count: 1,
    };
    lines.lines.next();
    let (_, provenance) = lines.value("provenance")?;
    let (line, stages) = lines.value("stages")?;
    let (axis, stages) = stages.split_once(' ').unwrap_or((stages, ""));
    let axis = Axis::ALL
        .into_iter()
        .find(|known| known.name() == axis)
        .ok_or_else(|| WeightsError::Axis {
            line,
            found: axis.to_owned(),
        })?;
    let stages: Vec<u8> = numbers(line, stages)?;
    let mut weights = Weights::zero(axis, &stages)?;
    weights.provenance = provenance.to_owned();
    for term in Term::ALL {
        let (line, text) = lines.value(term.name())?;
        let logits: Vec<f64> = numbers(line, text)?;
        if logits.len() != stages.len() {
            return Err(WeightsError::Count {
                line,
                found: logits.len(),
                expected: stages.len(),
            });
        }
        for (stage, logits) in logits.into_iter().enumerate() {
            weights.set(term, stage, logits)?;
        }
    }
    let (line, _) = lines.value("checksum")?;
    match lines.lines.next() {
        None => Ok(weights),
        Some(_) => Err(WeightsError::Trailing(line + 1)),
    }
}

/// Checks the checksum, before anything else of the content is believed.
fn check_whole(text: &str) -> Result<(), WeightsError> {
    let Some(start) = text.find("\nchecksum:").map(|end| end + 1) else {
        let line = text.lines().count() + 1;
        return Err(WeightsError::Missing {
            line,
            expected: "checksum:".to_owned(),
        });
    };
    let (content, last) = text.split_at(start);
    let expected = last
        .lines()
        .next()
        .unwrap_or_default()
        .trim_start_matches("checksum:")
        .trim();
    let found = format!("{:08x}", crc32(content.as_bytes()));
    if found != expected {
        return Err(WeightsError::Damaged {
            expected: expected.to_owned(),
            found,
        });
    }
    Ok(())
}

fn numbers<T: std::str::FromStr>(line: usize, text: &str) -> Result<Vec<T>, WeightsError> {
    text.split_ascii_whitespace()
        .map(|word| {
            word.parse().map_err(|_| WeightsError::Number {
                line,
                found: word.to_owned(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(content: &str) -> String {
        format!("{content}checksum: {:08x}\n", crc32(content.as_bytes()))
    }

    /// The default weights without their checksum.
    fn content() -> String {
        let text = Weights::default().to_string();
        text[..text.find("checksum").unwrap()].to_owned()
    }

    fn said(text: &str) -> String {
        weights(text).unwrap_err().to_string()
    }

    #[test]
    fn weights_round_trip() {
        let mut original = Weights::zero(Axis::Empty, &[0, 31, 92]).unwrap();
        original.provenance = "a test".to_owned();
        for (index, term) in Term::ALL.into_iter().enumerate() {
            for stage in 0..3 {
                original
                    .set(term, stage, index as f64 / 7.0 - stage as f64)
                    .unwrap();
            }
        }
        assert_eq!(original.to_string().parse(), Ok(original));
    }

    #[test]
    fn the_embedded_file_is_as_it_would_be_written() {
        let embedded = include_str!("../../weights/default.txt");
        assert_eq!(embedded.parse::<Weights>().unwrap().to_string(), embedded);
    }

    #[test]
    fn foreign_files_are_refused() {
        for text in ["", "\u{7f}ELF", "{\"weights\": []}", "thermodon"] {
            assert_eq!(weights(text), Err(WeightsError::Foreign), "{text:?}");
        }
        assert_eq!(
            said(&content().replace("version 1", "version 2")),
            "the weights are of another format version than 1: \
             \"thermodon evaluation weights, version 2\""
        );
    }

    /// Whatever single byte is changed, and wherever the file is cut off, it is noticed.
    #[test]
    fn damaged_files_are_refused() {
        let whole = Weights::default().to_string();
        for index in 0..whole.len() - 1 {
            let mut bytes = whole.clone().into_bytes();
            bytes[index] ^= 1;
            if let Ok(text) = String::from_utf8(bytes) {
                assert!(weights(&text).is_err(), "byte {index} changed");
            }
            assert!(weights(&whole[..index]).is_err(), "cut off at {index}");
        }
        let error = said(&whole.replace("provenance: ", "provenance: not "));
        assert!(
            error.starts_with("the weights are damaged: their checksum is "),
            "{error}"
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        let content = content();
        let change = |from: &str, to: &str| {
            assert!(content.contains(from));
            said(&sealed(&content.replacen(from, to, 1)))
        };
        assert_eq!(
            change("\ntempo:", "\nhaste:"),
            "line 4 of the weights should start with \"tempo:\""
        );
        assert_eq!(
            change("stages: openness", "stages: moon"),
            "line 3 of the weights should tell the stages by \"empty\", \"openness\" or \"share\", not by \"moon\""
        );
        assert_eq!(
            change("stages: openness 0", "stages: openness 99"),
            "the stages of the weights must be 1 to 32 rising numbers up to 100"
        );
        assert_eq!(
            change("\ntempo:", "\ntempo: x"),
            "\"x\" in line 4 of the weights is not a number that can stand there"
        );
        let stages = Weights::default().stages().len();
        assert_eq!(
            change("\ntempo:", "\ntempo: 1"),
            format!(
                "line 4 of the weights has {} of them, but there are {stages} stages",
                stages + 1
            )
        );
        for (weight, shown) in [("1e9", "1000000000"), ("NaN", "NaN"), ("-inf", "-inf")] {
            let tempo: String = vec![weight; stages].join(" ");
            let changed: Vec<String> = content
                .lines()
                .map(|line| {
                    if line.starts_with("tempo:") {
                        format!("tempo: {tempo}")
                    } else {
                        line.to_owned()
                    }
                })
                .collect();
            assert_eq!(
                said(&sealed(&(changed.join("\n") + "\n"))),
                format!("the weight {shown} of tempo is not between -10 and 10")
            );
        }
        let whole = sealed(&content);
        let lines = whole.lines().count();
        assert_eq!(
            said(&(whole + "more\n")),
            format!(
                "line {} of the weights comes after their checksum and means nothing",
                lines + 1
            )
        );
    }

    #[test]
    fn weights_change_evenly_between_stages() {
        let mut weights = Weights::zero(Axis::Empty, &[10, 20]).unwrap();
        weights.set(Term::Domain, 0, 1.0).unwrap();
        weights.set(Term::Domain, 1, 2.0).unwrap();
        let at = |stage| weights.at(Term::Domain, stage);
        assert_eq!(
            [at(0), at(10), at(15), at(20), at(100)],
            [1.0, 1.0, 1.5, 2.0, 2.0]
        );
    }

    #[test]
    fn shares_are_divided_by_what_is_reached() {
        let mut weights = Weights::zero(Axis::Share, &[0, 40]).unwrap();
        weights.set(Term::Domain, 0, 1.0).unwrap();
        weights.set(Term::Domain, 1, 3.0).unwrap();
        let at = |stage| weights.at(Term::Domain, stage);
        assert_eq!([at(0), at(20), at(50)], [1.0, 2.0 / 20.0, 3.0 / 50.0]);
    }
}
