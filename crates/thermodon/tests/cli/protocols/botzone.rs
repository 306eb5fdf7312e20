//! Botzone sessions.

use std::io::{BufRead, Write};

use amazons::{Game, Move, Position};
use protocol::botzone::{BotzoneConfig, run_with};

use super::client::{ProtocolClient, run_transcript, seeded};

pub const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";
const NO_MOVE: &str = "-1 -1 -1 -1 -1 -1";

pub fn once(input: impl BufRead, output: impl Write) -> anyhow::Result<()> {
    run_with(seeded(1), &BotzoneConfig::default(), input, output)
}

pub fn kept_running(input: impl BufRead, output: impl Write) -> anyhow::Result<()> {
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
    format!("{:#}", result.unwrap_err())
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
fn first_player_is_black_at_the_top_and_second_player_white_at_the_bottom() {
    for (request, amazons) in [
        (NO_MOVE, [[2, 0], [5, 0], [0, 2], [7, 2]]),
        ("2 0 2 5 7 0", [[2, 7], [5, 7], [0, 5], [7, 5]]),
    ] {
        let turn = Encoding::Text.read(&answer(&format!("1\n{request}\n")));
        assert!(amazons.contains(&[turn[0], turn[1]]), "{turn:?}");
    }
}

#[test]
fn history_has_the_turns_of_both_players() {
    let history = format!("2\n{NO_MOVE}\n2 0 2 5 7 0\n0 5 0 3 0 4\n");
    assert_eq!(numbers(&answer(&history)).len(), 6);
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

/// In the list, lines after `>` are a request, and the line after them is its error.
#[test]
fn invalid_requests_report_one_line() {
    let mut request = String::new();
    for line in include_str!("transcripts/botzone_errors.txt").lines() {
        if let Some(input) = line.strip_prefix('>') {
            request += &format!("{}\n", input.trim_start());
        } else {
            assert_eq!(error_of(std::mem::take(&mut request)), line);
        }
    }
    for blank in ["", "\n \n"] {
        assert!(error_of(blank).starts_with("the input is empty: "));
    }
    assert!(error_of(vec![b'1'; 1 << 17]).starts_with("line 1 of the request is too long: "));
}
