//! The files made from the journal: all games, all moves, all results.
//!
//! They are written as games finish, and anew from the journal when a match is resumed. So they may
//! miss games after a kill, but never for longer than until the next start.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use game::Color;
use serde_json::json;

use crate::contest::Contest;
use crate::record::{GameRecord, Side};

/// The name of the file of games.
pub(crate) const GAMES: &str = "games.sgf";
/// The name of the file with one line a move.
pub(crate) const MOVES: &str = "moves.jsonl";
/// The name of the file for rating programs.
pub(crate) const RESULTS: &str = "results.pgn";

/// The open files.
#[derive(Debug)]
pub(crate) struct Logs {
    files: [File; 3],
    names: Vec<String>,
    event: String,
}

/// Files under construction, which take their places only when they are complete.
#[derive(Debug)]
pub(crate) struct FreshLogs {
    logs: Logs,
    folder: PathBuf,
}

impl FreshLogs {
    /// Begins new files beside those that may be there.
    pub(crate) fn begin(folder: &Path, names: Vec<String>) -> io::Result<Self> {
        let begin = |name: &str| File::create(part(folder, name));
        let event = names.join(" - ");
        let files = [begin(GAMES)?, begin(MOVES)?, begin(RESULTS)?];
        Ok(Self {
            logs: Logs {
                files,
                names,
                event,
            },
            folder: folder.to_owned(),
        })
    }

    /// Adds a game.
    pub(crate) fn add<G: Contest>(&mut self, record: &GameRecord) -> io::Result<()> {
        self.logs.add::<G>(record)
    }

    /// Puts the files in their places; what is added from now on goes there.
    pub(crate) fn finish(self) -> io::Result<Logs> {
        for name in [GAMES, MOVES, RESULTS] {
            std::fs::rename(part(&self.folder, name), self.folder.join(name))?;
        }
        Ok(self.logs)
    }
}

fn part(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.part"))
}

impl Logs {
    /// Adds a game to all files.
    pub(crate) fn add<G: Contest>(&mut self, record: &GameRecord) -> io::Result<()> {
        let texts = [
            G::write_record(record, &self.names, &self.event) + "\n",
            move_lines(record, &self.names),
            result(record, &self.names, &self.event),
        ];
        for (file, text) in self.files.iter_mut().zip(texts) {
            file.write_all(text.as_bytes())?;
        }
        Ok(())
    }
}

/// One JSON object a line: the move, who played it, and what was said about it.
fn move_lines(record: &GameRecord, names: &[String]) -> String {
    let opening = record.opening_moves.len();
    let first = record.first.color().unwrap_or(Color::White);
    let lines = record.moves.iter().enumerate().map(|(index, played)| {
        let ply = opening + index;
        let mover = if ply.is_multiple_of(2) { first } else { !first };
        let mut line = json!({
            "game": record.game + 1,
            "ply": ply + 1,
            "color": mover.to_string(),
            "player": names.get(record.players()[mover]),
        });
        if let (Some(line), Ok(serde_json::Value::Object(played))) =
            (line.as_object_mut(), serde_json::to_value(played))
        {
            line.extend(played);
        }
        format!("{line}\n")
    });
    lines.collect()
}

/// A game as rating programs such as Ordo and BayesElo read it: PGN's headings and the result.
/// There, "White" is whoever moves first, so that their advantage of White is that of moving first.
/// Ordo looks for headings in every line, so a comment must not look like one.
fn result(record: &GameRecord, names: &[String], event: &str) -> String {
    let first = record.first.color().unwrap_or(Color::White);
    let name = |color: Color| {
        let name = names.get(record.players()[color]).map_or("?", |name| name);
        name.replace('\\', "\\\\").replace('"', "\\\"")
    };
    let score = match record.result {
        Side::Neither => "1/2-1/2",
        winner if winner == Side::from(first) => "1-0",
        _ => "0-1",
    };
    format!(
        "[Event \"{}\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"{}\"]\n[White \"{}\"]\n\
         [Black \"{}\"]\n[Result \"{score}\"]\n[Game \"{}\"]\n\n{{{}}} {score}\n\n",
        event.replace('\\', "\\\\").replace('"', "\\\""),
        record.opening + 1,
        name(first),
        name(!first),
        record.game + 1,
        record
            .reason()
            .replace(['{', '}', '[', ']', '\n'], " ")
            .replace('"', "'"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Fault;
    use crate::player::{Thought, Value};
    use crate::record::{Ending, PlayedMove};

    fn record() -> GameRecord {
        let played = |text: &str, thought: Thought| PlayedMove {
            text: text.to_owned(),
            thought,
            milliseconds: 1.5,
        };
        GameRecord {
            game: 4,
            opening: 2,
            black: 0,
            white: 1,
            first: Side::Black,
            result: Side::Black,
            ending: Ending::Fault(Fault::Crash("signal: {9} [White \"x\"]".to_owned())),
            start: "4x4".to_owned(),
            opening_moves: vec!["a".to_owned()],
            moves: vec![
                played(
                    "b",
                    Thought {
                        value: Some(Value::Estimate(-5)),
                        depth: Some(3),
                        nodes: Some(70),
                    },
                ),
                played("c", Thought::default()),
            ],
        }
    }

    #[test]
    fn one_line_a_move() {
        let names = ["one".to_owned(), "two".to_owned()];
        let text = move_lines(&record(), &names);
        let lines: Vec<serde_json::Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(
            lines,
            [
                json!({"game": 5, "ply": 2, "color": "white", "player": "two", "move": "b",
                    "value": {"estimate": -5}, "depth": 3, "nodes": 70, "milliseconds": 1.5}),
                json!({"game": 5, "ply": 3, "color": "black", "player": "one", "move": "c",
                    "milliseconds": 1.5}),
            ]
        );
    }

    #[test]
    fn results_name_the_first_mover_white() {
        let names = ["a \"b\" \\".to_owned(), "two".to_owned()];
        let text = result(&record(), &names, "match");
        assert!(text.contains("[White \"a \\\"b\\\" \\\\\"]\n[Black \"two\"]\n[Result \"1-0\"]"));
        assert!(
            text.ends_with("of the game: signal:  9   White 'x' } 1-0\n\n"),
            "{text}"
        );
    }
}
