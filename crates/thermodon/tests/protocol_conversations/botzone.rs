//! Botzone conversations.

use std::io::{BufRead, Write};

use amazons::{Game, Move, Position};
use thermodon::protocol::botzone::{Error, Settings, run_with};

use crate::conversation::{Conversation, converse, seeded};

pub const MARK: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";
const NONE: &str = "-1 -1 -1 -1 -1 -1";

pub fn once(input: impl BufRead, output: impl Write) -> Result<(), Error> {
    run_with(seeded(1), &Settings::default(), input, output)
}

pub fn kept_running(input: impl BufRead, output: impl Write) -> Result<(), Error> {
    let settings = Settings {
        keep_running: true,
        ..Settings::default()
    };
    run_with(seeded(1), &settings, input, output)
}

fn answer(input: &str) -> String {
    let (output, result) = converse(input, once);
    result.unwrap();
    output
}

fn complaint(input: impl Into<Vec<u8>>) -> String {
    let (output, result) = converse(input, once);
    assert_eq!(output, "");
    result.unwrap_err().to_string()
}

/// How turns are written.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    Text,
    Json,
}

impl Form {
    pub fn turn(self, turn: [i32; 6]) -> String {
        match self {
            Self::Text => turn.map(|number| number.to_string()).join(" "),
            Self::Json => {
                let pairs = KEYS.iter().zip(turn);
                let pairs: Vec<String> = pairs
                    .map(|(key, number)| format!("\"{key}\":{number}"))
                    .collect();
                format!("{{{}}}", pairs.join(","))
            }
        }
    }

    /// All turns so far, the opponent's first and last.
    pub fn history(self, turns: &[[i32; 6]]) -> String {
        let list = |first: usize| -> Vec<String> {
            let own = turns.iter().skip(first).step_by(2);
            own.map(|&turn| self.turn(turn)).collect()
        };
        match self {
            Self::Text => {
                let lines: Vec<String> = turns.iter().map(|&turn| self.turn(turn)).collect();
                format!("{}\n{}", turns.len() / 2 + 1, lines.join("\n"))
            }
            Self::Json => format!(
                r#"{{"requests":[{}],"responses":[{}],"time_limit":1}}"#,
                list(0).join(","),
                list(1).join(",")
            ),
        }
    }

    /// Reads an answer.
    pub fn read(self, answer: &str) -> [i32; 6] {
        match self {
            Self::Text => numbers(answer).try_into().unwrap(),
            Self::Json => {
                let json: serde_json::Value = serde_json::from_str(answer).unwrap();
                KEYS.map(|key| json["response"][key].as_i64().unwrap() as i32)
            }
        }
    }
}

const KEYS: [&str; 6] = ["x0", "y0", "x1", "y1", "x2", "y2"];

fn numbers(answer: &str) -> Vec<i32> {
    answer
        .split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect()
}

/// The start as the server has it, written down independently.
pub fn start() -> Position {
    Position::parse("2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 b").unwrap()
}

/// The move behind six numbers, by way of its text.
pub fn to_move(turn: [i32; 6]) -> Move {
    let square = |x: i32, y: i32| format!("{}{}", char::from(b'a' + x as u8), 8 - y);
    let [x0, y0, x1, y1, x2, y2] = turn;
    let text = [square(x0, y0), square(x1, y1), square(x2, y2)].join("-");
    text.parse().unwrap()
}

/// The six numbers of a move.
pub fn from_move(mv: Move) -> [i32; 6] {
    let [a, b, c] = [mv.from, mv.to, mv.arrow]
        .map(|square| [i32::from(square.column()), 7 - i32::from(square.row())]);
    [a[0], a[1], b[0], b[1], c[0], c[1]]
}

#[test]
fn who_gets_no_move_first_is_black_at_the_top() {
    let [x, y, ..] = numbers(&answer(&format!("1\n{NONE}\n")))[..] else {
        panic!("six numbers");
    };
    assert!(
        [(2, 0), (5, 0), (0, 2), (7, 2)].contains(&(x, y)),
        "{x} {y}"
    );
}

#[test]
fn who_gets_a_move_first_is_white_at_the_bottom() {
    let [x, y, ..] = numbers(&answer("1\n2 0 2 5 7 0\n"))[..] else {
        panic!("six numbers");
    };
    assert!(
        [(2, 7), (5, 7), (0, 5), (7, 5)].contains(&(x, y)),
        "{x} {y}"
    );
}

#[test]
fn a_history_is_replayed_with_both_players_turns() {
    let history = format!("2\n{NONE}\n2 0 2 5 7 0\n0 5 0 3 0 4\n");
    assert_eq!(numbers(&answer(&history)).len(), 6);
    let wrong = format!("2\n{NONE}\n2 0 2 5 7 0\n2 5 0 3 0 4\n");
    assert_eq!(
        complaint(wrong),
        "turn 3, 2 5 0 3 0 4, cannot be played: c3-a5/a4 is not legal: \
        the amazon on c3 is black's, and it is not black's turn"
    );
}

#[test]
fn json_is_answered_in_json() {
    let turns = [[-1; 6], [2, 0, 2, 5, 7, 0], [0, 5, 0, 3, 0, 4]];
    let answers = [Form::Text, Form::Json].map(|form| answer(&form.history(&turns)));
    let text = &answers[1];
    assert!(
        text.starts_with(r#"{"response":{"x0":"#) && text.ends_with("}}\n"),
        "{text}"
    );
    // The same position and seed: the same move.
    assert_eq!(Form::Json.read(text), Form::Text.read(&answers[0]));
    let without_responses = format!(r#"{{"requests":[{}]}}"#, Form::Json.turn([-1; 6]));
    assert!(answer(&without_responses).starts_with("{\"response\""));
}

#[test]
fn a_bot_that_is_kept_running_is_sent_the_last_turn_only() {
    for form in [Form::Text, Form::Json] {
        let mut conversation = Conversation::start(kept_running);
        conversation.send(&form.history(&[[-1; 6]]));
        let first = form.read(&conversation.line());
        assert_eq!(conversation.line(), MARK);
        let position = start().after(to_move(first)).unwrap();
        let reply = position.moves()[0];
        conversation.send(&form.turn(from_move(reply)));
        let second = form.read(&conversation.line());
        assert_eq!(conversation.line(), MARK);
        position
            .after(reply)
            .unwrap()
            .after(to_move(second))
            .unwrap();
        let (rest, result) = conversation.finish();
        assert_eq!(rest, "");
        result.unwrap();
    }
}

#[test]
fn a_bot_that_is_started_anew_answers_once_and_reads_no_further() {
    let (output, result) = converse(format!("1\n{NONE}\nsaved data\nnonsense\n"), once);
    result.unwrap();
    assert_eq!(output.lines().count(), 1);
}

#[test]
fn what_is_wrong_is_said_in_a_sentence() {
    for (input, said) in [
        (
            "",
            "there is no request: a number of turns or a JSON object was expected",
        ),
        (
            "\n \n",
            "there is no request: a number of turns or a JSON object was expected",
        ),
        (
            "x\n",
            "line 1 must be a number of requests from 1 to 57, or a turn of six whole numbers, not \"x\"",
        ),
        (
            "\n0\n",
            "line 2 must be a number of requests from 1 to 57, or a turn of six whole numbers, not \"0\"",
        ),
        (
            "99999999999999999999\n",
            "line 1 must be a number of requests from 1 to 57, or a turn of six whole numbers, \
            not \"99999999999999999999\"",
        ),
        (
            "2\n-1 -1 -1 -1 -1 -1\n2 0 2 5 7 0\n",
            "the request ended after 2 of 3 turns",
        ),
        (
            "1\n1 2 3 4 5\n",
            "line 2 must be a turn of six whole numbers, not \"1 2 3 4 5\"",
        ),
        (
            "1\n1 2 3 4 5 x\n",
            "line 2 must be a turn of six whole numbers, not \"1 2 3 4 5 x\"",
        ),
        (
            "1\n2 0 2 5 7 8\n",
            "turn 1, 2 0 2 5 7 8, cannot be played: there is no square 7,8: both numbers run from 0 to 7",
        ),
        (
            "1\n2 0 3 5 7 0\n",
            "turn 1, 2 0 3 5 7 0, cannot be played: c8-d3/h8 is not legal: the amazon on c8 cannot reach d3",
        ),
        (
            r#"{"requests":[],"responses":[]}"#,
            "0 requests and 0 responses do not fit together: there must be one request more than there are responses",
        ),
        (
            r#"{"requests":[{"x0":1}]}"#,
            "the JSON request cannot be read: missing field `y0`",
        ),
        (
            "{\n",
            "the JSON request cannot be read: EOF while parsing an object at line 1 column 1",
        ),
    ] {
        assert_eq!(complaint(input), said, "{input:?}");
    }
    assert!(complaint(vec![b'1'; 1 << 17]).starts_with("line 1 of the request is too long: "));
}
