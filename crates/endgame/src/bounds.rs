//! Bounds for the score of a sum of subgames, from the scores of each subgame: section 3.3 of
//! Okada, Kuroda and Kanada, "Subgame Database for Amazons".
//!
//! Scores of alternating play do not add up, because players may move elsewhere. But a player who
//! can answer every move in the same subgame gets at least the sum of the single scores.

use amazons::Color;

use crate::scores::ScorePair;

/// Bounds of the score of a sum; `None` where nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// Lower bound.
    pub lower: Option<i16>,
    /// Upper bound.
    pub upper: Option<i16>,
}

/// Bounds of the score of a sum with `to_move` to move.
#[must_use]
pub fn bounds(pairs: &[ScorePair], to_move: Color) -> Bounds {
    match to_move {
        Color::Black => black_to_move(pairs),
        Color::White => {
            let swapped: Vec<ScorePair> = pairs.iter().map(|pair| pair.negated()).collect();
            let Bounds { lower, upper } = black_to_move(&swapped);
            Bounds {
                lower: upper.map(|bound| -bound),
                upper: lower.map(|bound| -bound),
            }
        }
    }
}

fn black_to_move(pairs: &[ScorePair]) -> Bounds {
    // Spare moves: the paper's C.
    let mut spare_moves = 0;
    let mut open: Vec<(i16, i16)> = Vec::with_capacity(pairs.len());
    for pair in pairs {
        match (pair.black_first, pair.white_first) {
            (None, None) => {}
            (Some(only), None) | (None, Some(only)) => spare_moves += i16::from(only),
            (Some(black), Some(white)) => open.push((black.into(), white.into())),
        }
    }
    if open.is_empty() {
        return Bounds {
            lower: Some(spare_moves),
            upper: Some(spare_moves),
        };
    }
    Bounds {
        lower: lower(&open, spare_moves),
        upper: upper(&open, spare_moves),
    }
}

/// Black starts in one subgame and then answers where White plays.
fn lower(open: &[(i16, i16)], spare_moves: i16) -> Option<i16> {
    if spare_moves < 0 {
        return None;
    }
    if let [(black_first, white_first)] = *open {
        return Some(if spare_moves == 0 {
            black_first
        } else {
            black_first.max(white_first) + spare_moves
        });
    }
    let answers: i16 = open.iter().map(|pair| pair.1).sum();
    // Black must start where White first gains more than Black's spare moves.
    let urgent = open.iter().filter(|pair| pair.1 < -spare_moves).count();
    let beginnings = open.iter().enumerate().filter_map(|(place, pair)| {
        let others = open.iter().enumerate().filter(|&(other, _)| other != place);
        let best_other = others.map(|(_, pair)| pair.1).max()?;
        let with_answers = pair.0 + answers - pair.1;
        let is_enough = pair.0 > -spare_moves && with_answers - best_other > -spare_moves;
        let is_allowed = urgent == 0 || pair.1 < -spare_moves;
        (is_enough && is_allowed).then_some(with_answers + spare_moves)
    });
    if urgent > 1 { None } else { beginnings.max() }
}

/// White answers where Black plays.
fn upper(open: &[(i16, i16)], spare_moves: i16) -> Option<i16> {
    if spare_moves > 0 {
        return None;
    }
    let firsts = open.iter().map(|pair| pair.0);
    let all: i16 = firsts.clone().sum();
    let is_answered = open.len() == 1
        || firsts.clone().max()? <= -spare_moves && all - firsts.min()? <= -spare_moves;
    is_answered.then_some(all + spare_moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows and columns of the paper's Tables 1 and 2: the sign of Black's score, then of White's.
    /// `+` is > 0 for Black and ≥ 0 for White, `-` the opposite, `.` null.
    const CASES: [&str; 9] = ["++", "+-", "+.", "-+", "--", "-.", ".+", ".-", ".."];

    /// Table 1 as printed: A and B are the scores of the row's subgame, C and D those of the
    /// column's. `,` separates terms of a maximum, `?` is "unknown", `-` impossible.
    const TABLE_1: [&str; 9] = [
        "A+D,B+C B+C A+C,B+C A+D ?       - - ?   A",
        "A+D     ?   A+C     A+D ?       - - ?   A",
        "A+C,A+D A+C A+C     A+D A+C,A+D - - A+D A",
        "B+C     B+C B+C     ?   ?       - - ?   A",
        "?       ?   A+C,B+C ?   ?       - - ?   A",
        "-       -   -       -   -       - - -   -",
        "-       -   -       -   -       - - -   -",
        "?       ?   B+C     ?   ?       - - B+D B",
        "C       C   C       C   C       - - D   0",
    ];

    /// Table 2.
    const TABLE_2: [&str; 9] = [
        "?   ?   ?   ?   ?   - - A+D A",
        "?   ?   ?   ?   ?   - - A+D A",
        "?   ?   A+C ?   ?   - - A+D A",
        "?   ?   ?   A+C A+C - - A+D A",
        "?   ?   ?   A+C A+C - - A+D A",
        "-   -   -   -   -   - - -   -",
        "-   -   -   -   -   - - -   -",
        "B+C B+C B+C B+C B+C - - B+D B",
        "C   C   C   C   C   - - D   0",
    ];

    fn pair(black_first: Option<i8>, white_first: Option<i8>) -> ScorePair {
        ScorePair {
            black_first,
            white_first,
        }
    }

    /// A subgame in which both players have moves.
    fn open(black_first: i8, white_first: i8) -> ScorePair {
        pair(Some(black_first), Some(white_first))
    }

    /// All pairs of a case with scores up to 4.
    fn pairs(case: &str) -> Vec<ScorePair> {
        let values = |sign: &str, zero_with: &str| -> Vec<Option<i8>> {
            match sign {
                "." => vec![None],
                "+" => (i8::from(zero_with != "+")..=4).map(Some).collect(),
                _ => (-4..=-i8::from(zero_with == "+")).map(Some).collect(),
            }
        };
        let whites = values(&case[1..], "+");
        let blacks = values(&case[..1], "-").into_iter();
        blacks
            .flat_map(|black| whites.iter().map(move |&white| pair(black, white)))
            .collect()
    }

    /// The bound that a table entry gives for two subgames.
    fn read(entry: &str, row: ScorePair, column: ScorePair) -> Option<i16> {
        let letter = |letter: &str| -> i16 {
            let value = match letter {
                "A" => row.black_first,
                "B" => row.white_first,
                "C" => column.black_first,
                "D" => column.white_first,
                "0" => Some(0),
                _ => panic!("{letter}"),
            };
            value.expect("an entry names no null").into()
        };
        let sum = |term: &str| term.split('+').map(letter).sum();
        match entry {
            "?" => None,
            _ => entry.split(',').map(sum).max(),
        }
    }

    /// Checks every entry of a table; returns the number of comparisons.
    fn check(table: &[&str; 9], bound: impl Fn(&[ScorePair]) -> Option<i16>) -> usize {
        let mut compared = 0;
        for (row_case, row) in CASES.iter().zip(table) {
            for (column_case, entry) in CASES.iter().zip(row.split_whitespace()) {
                if entry == "-" {
                    continue;
                }
                for row in pairs(row_case) {
                    for column in pairs(column_case) {
                        let (found, expected) = (bound(&[row, column]), read(entry, row, column));
                        assert_eq!(found, expected, "{entry}: {row:?} {column:?}");
                        compared += 1;
                    }
                }
            }
        }
        compared
    }

    #[test]
    fn lower_bounds_of_two_subgames_are_those_of_table_1() {
        let compared = check(&TABLE_1, |pairs| bounds(pairs, Color::Black).lower);
        assert!(compared > 7000, "{compared}");
    }

    #[test]
    fn upper_bounds_of_two_subgames_are_those_of_table_2() {
        let compared = check(&TABLE_2, |pairs| bounds(pairs, Color::Black).upper);
        assert!(compared > 7000, "{compared}");
    }

    /// White's bounds are Black's with colors swapped; the order of the subgames does not matter.
    #[test]
    fn bounds_are_symmetric() {
        let sum = [open(1, -4), open(4, 0)];
        let mirror = sum.map(ScorePair::negated);
        let black = bounds(&sum, Color::Black);
        assert_eq!((black.lower, black.upper), (Some(1), None));
        let white = bounds(&mirror, Color::White);
        assert_eq!((white.lower, white.upper), (None, Some(-1)));
        // White would have to start in both.
        let white = bounds(&sum, Color::White);
        assert_eq!(white.upper, None);
        assert_eq!(bounds(&[], Color::White).lower, Some(0));
    }

    /// Black starts in the first subgame and answers in the others: 3 + 1 + 1. The last condition
    /// requires a lead even if White ignores the best of the others.
    #[test]
    fn more_than_two_subgames() {
        let lower = |sum: &[ScorePair]| bounds(sum, Color::Black).lower;
        assert_eq!(lower(&[open(3, -1), open(2, 1), open(2, 1)]), Some(5));
        assert_eq!(lower(&[open(3, -1), open(2, -1), open(2, 1)]), None);
        let with_spare_move = [open(3, -1), open(2, -1), open(2, 1), pair(Some(1), None)];
        assert_eq!(lower(&with_spare_move), Some(4));
        let upper = |sum: &[ScorePair]| bounds(sum, Color::Black).upper;
        assert_eq!(upper(&[open(0, -1), open(-2, -3), open(0, 0)]), Some(-2));
        assert_eq!(upper(&[open(1, -1), open(-2, -3), open(0, 0)]), None);
    }
}
