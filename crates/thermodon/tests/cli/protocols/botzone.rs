//! Botzone sessions.

use std::io::{BufRead, Write};

use amazons::{Game, Move, Position};
use thermodon::protocol::botzone::{BotzoneConfig, BotzoneError, run_with};

use super::client::{ProtocolClient, run_transcript, seeded};

pub const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";
const NO_MOVE: &str = "-1 -1 -1 -1 -1 -1";

pub fn once(input: impl BufRead, output: impl Write) -> Result<(), BotzoneError> {
    run_with(seeded(1), &BotzoneConfig::default(), input, output)
}

pub fn kept_running(input: impl BufRead, output: impl Write) -> Result<(), BotzoneError> {
    let config = BotzoneConfig {
        keep_running: true,
        ..BotzoneConfig::default()
    };
    run_with(seeded(1), &config, input, output)
}

fn answer(input: &str) -> String {
    let (output, result) = run_transcript(input, once);
    result.unwrap();
    output
}

fn error_of(input: impl Into<Vec<u8>>) -> String {
    let (output, result) = run_transcript(input, once);
    assert_eq!(output, "");
    result.unwrap_err().to_string()
}

/// Encoding of turns.
#[derive(Clone, Copy, Debug)]
pub enum Encoding {
    Text,
    Json,
}

impl Encoding {
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

    /// Parses a response.
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

/// The start position of the server, written independently.
pub fn start() -> Position {
    Position::parse("2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 b").unwrap()
}

/// The move of six numbers, through its text.
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
fn first_player_is_black_at_the_top() {
    let [x, y, ..] = numbers(&answer(&format!("1\n{NO_MOVE}\n")))[..] else {
        panic!("six numbers");
    };
    assert!(
        [(2, 0), (5, 0), (0, 2), (7, 2)].contains(&(x, y)),
        "{x} {y}"
    );
}

#[test]
fn second_player_is_white_at_the_bottom() {
    let [x, y, ..] = numbers(&answer("1\n2 0 2 5 7 0\n"))[..] else {
        panic!("six numbers");
    };
    assert!(
        [(2, 7), (5, 7), (0, 5), (7, 5)].contains(&(x, y)),
        "{x} {y}"
    );
}

#[test]
fn history_has_the_turns_of_both_players() {
    let history = format!("2\n{NO_MOVE}\n2 0 2 5 7 0\n0 5 0 3 0 4\n");
    assert_eq!(numbers(&answer(&history)).len(), 6);
    let wrong = format!("2\n{NO_MOVE}\n2 0 2 5 7 0\n2 5 0 3 0 4\n");
    assert_eq!(
        error_of(wrong),
        "turn 3, 2 5 0 3 0 4, cannot be played: illegal move c3-a5/a4: \
        the amazon on c3 belongs to black, who is not to move"
    );
}

#[test]
fn json_is_answered_in_json() {
    let turns = [[-1; 6], [2, 0, 2, 5, 7, 0], [0, 5, 0, 3, 0, 4]];
    let answers =
        [Encoding::Text, Encoding::Json].map(|encoding| answer(&encoding.history(&turns)));
    let text = &answers[1];
    assert!(
        text.starts_with(r#"{"response":{"x0":"#) && text.ends_with("}}\n"),
        "{text}"
    );
    // The same position and seed give the same move.
    assert_eq!(Encoding::Json.read(text), Encoding::Text.read(&answers[0]));
    let without_responses = format!(r#"{{"requests":[{}]}}"#, Encoding::Json.turn([-1; 6]));
    assert!(answer(&without_responses).starts_with("{\"response\""));
}

#[test]
fn bots_kept_running_receive_the_last_turn() {
    for encoding in [Encoding::Text, Encoding::Json] {
        let mut client = ProtocolClient::start(kept_running);
        client.send(&encoding.history(&[[-1; 6]]));
        let first = encoding.read(&client.line());
        assert_eq!(client.line(), KEEP_RUNNING);
        let position = start().after(to_move(first)).unwrap();
        let reply = position.moves()[0];
        client.send(&encoding.turn(from_move(reply)));
        let second = encoding.read(&client.line());
        assert_eq!(client.line(), KEEP_RUNNING);
        position
            .after(reply)
            .unwrap()
            .after(to_move(second))
            .unwrap();
        let (rest, result) = client.finish();
        assert_eq!(rest, "");
        result.unwrap();
    }
}

#[test]
fn restarted_bots_answer_once() {
    let (output, result) = run_transcript(format!("1\n{NO_MOVE}\nsaved data\nnonsense\n"), once);
    result.unwrap();
    assert_eq!(output.lines().count(), 1);
}

#[test]
fn invalid_requests_report_one_line() {
    for (input, message) in [
        (
            "",
            "the input is empty: expected a number of turns or a JSON object",
        ),
        (
            "\n \n",
            "the input is empty: expected a number of turns or a JSON object",
        ),
        (
            "x\n",
            "line 1 must be a number of requests from 1 to 57, or a turn of six integers, not \"x\"",
        ),
        (
            "\n0\n",
            "line 2 must be a number of requests from 1 to 57, or a turn of six integers, not \"0\"",
        ),
        (
            "99999999999999999999\n",
            "line 1 must be a number of requests from 1 to 57, or a turn of six integers, \
            not \"99999999999999999999\"",
        ),
        (
            "2\n-1 -1 -1 -1 -1 -1\n2 0 2 5 7 0\n",
            "the request ended after 2 of 3 turns",
        ),
        (
            "1\n1 2 3 4 5\n",
            "line 2 must be a turn of six integers, not \"1 2 3 4 5\"",
        ),
        (
            "1\n1 2 3 4 5 x\n",
            "line 2 must be a turn of six integers, not \"1 2 3 4 5 x\"",
        ),
        (
            "1\n2 0 2 5 7 8\n",
            "turn 1, 2 0 2 5 7 8, cannot be played: there is no square 7,8: both numbers must be from 0 to 7",
        ),
        (
            "1\n2 0 3 5 7 0\n",
            "turn 1, 2 0 3 5 7 0, cannot be played: illegal move c8-d3/h8: the amazon on c8 cannot reach d3",
        ),
        (
            r#"{"requests":[],"responses":[]}"#,
            "0 requests and 0 responses do not match: there must be one request more",
        ),
        (
            r#"{"requests":[{"x0":1}]}"#,
            "invalid JSON request: missing field `y0`",
        ),
        (
            "{\n",
            "invalid JSON request: EOF while parsing an object at line 1 column 1",
        ),
    ] {
        assert_eq!(error_of(input), message, "{input:?}");
    }
    assert!(error_of(vec![b'1'; 1 << 17]).starts_with("line 1 of the request is too long: "));
}
