//! A game against Fairy-Stockfish, if it is installed.
//!
//! The environment variable `FAIRY_STOCKFISH` names the program; the default is Debian's path. It
//! must be version 14 or later with large boards. Without it, the tests are skipped.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use amazons::{Game, Position};
use protocol::uci;

use super::client::{ProtocolClient, seeded};

pub struct Fairy {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Fairy {
    /// Starts the program with a protocol, if it is installed and has the variant.
    pub fn start(protocol: &str, variant: &str) -> Option<Self> {
        let path = std::env::var_os("FAIRY_STOCKFISH")
            .unwrap_or_else(|| "/usr/games/fairy-stockfish".into());
        let started = Command::new(&path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut process) = started else {
            eprintln!("skipped: cannot start {}", path.display());
            return None;
        };
        let input = process.stdin.take()?;
        let output = BufReader::new(process.stdout.take()?);
        let mut fairy = Self {
            process,
            input,
            output,
        };
        fairy.send(protocol);
        let mut has_variant = false;
        loop {
            let line = fairy.line();
            has_variant |=
                line.contains("UCI_Variant") && line.split_whitespace().any(|word| word == variant);
            if line == format!("{protocol}ok") {
                break;
            }
        }
        if !has_variant {
            eprintln!("skipped: {} has no variant {variant}", path.display());
            return None;
        }
        fairy.send(&format!("setoption name UCI_Variant value {variant}"));
        Some(fairy)
    }

    pub fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    pub fn line(&mut self) -> String {
        let mut line = String::new();
        let length = self.output.read_line(&mut line).unwrap();
        assert!(length > 0, "Fairy-Stockfish ended");
        line.trim_end().to_owned()
    }
}

impl Drop for Fairy {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.process.wait();
    }
}

/// Lines up to and including the first with a prefix.
pub fn lines_until(start: &str, mut line: impl FnMut() -> String) -> Vec<String> {
    let mut lines = Vec::new();
    loop {
        lines.push(line());
        if lines.last().unwrap().starts_with(start) {
            return lines;
        }
    }
}

/// The lines from the board to the FEN, without a greeting.
fn board(lines: Vec<String>) -> Vec<String> {
    let from_border = lines.into_iter().skip_while(|line| !line.starts_with(" +"));
    from_border.collect()
}

/// The sorted counts of a perft.
fn counts(lines: Vec<String>) -> Vec<String> {
    let is_count = |line: &String| {
        let (counted, _) = line.split_once(": ").unwrap_or_default();
        counted.contains(',') || counted == "Nodes searched"
    };
    let mut lines: Vec<String> = lines.into_iter().filter(is_count).collect();
    lines.sort();
    lines
}

/// Both programs must draw the same board after every move, and count the same moves.
#[test]
fn boards_and_counts_are_those_of_fairy_stockfish() {
    let Some(mut fairy) = Fairy::start("uci", "amazons") else {
        return;
    };
    let mut ours = ProtocolClient::start(|input, output| {
        uci::run_with(seeded(3), &uci::UciConfig::default(), input, output)
    });
    let mut position = Position::standard_start();
    let mut moves: Vec<String> = Vec::new();
    loop {
        let command = format!("position startpos moves {}", moves.join(" "));
        for line in [&command[..], "d"] {
            fairy.send(line);
            ours.send(line);
        }
        let theirs = board(lines_until("Fen: ", || fairy.line()));
        assert_eq!(
            board(lines_until("Fen: ", || ours.line())),
            theirs,
            "{command}"
        );
        lines_until("Side to move: ", || ours.line());
        if moves.len().is_multiple_of(7) {
            fairy.send("go perft 1");
            ours.send("go perft 1");
            let theirs = counts(lines_until("Nodes searched: ", || fairy.line()));
            let ours = counts(lines_until("Nodes searched: ", || ours.line()));
            let difference = ours
                .iter()
                .zip(&theirs)
                .find(|(ours, theirs)| ours != theirs);
            assert_eq!(difference, None, "{command}");
            assert_eq!(ours.len(), theirs.len(), "{command}");
        }
        let best = if moves.len().is_multiple_of(2) {
            ours.send("go nodes 1");
            ours.line_starting("bestmove ")
        } else {
            fairy.send("go depth 1");
            lines_until("bestmove ", || fairy.line()).pop().unwrap()
        };
        let mv = best.split_whitespace().nth(1).unwrap().to_owned();
        if mv == "(none)" {
            break;
        }
        position = position.after(position.parse_move(&mv).unwrap()).unwrap();
        moves.push(mv);
    }
    assert!(position.outcome().is_some());
    assert!(moves.len() > 10);
}
