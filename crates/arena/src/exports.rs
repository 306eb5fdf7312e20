//! Files exported from the journal: games, moves and results.
//!
//! They are written as games finish, and rewritten from the journal when a match is resumed, which
//! restores games that are missing after a crash.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use game::Color;
use serde_json::json;

use crate::game_record::GameRecord;
use crate::protocol_game::ProtocolGame;

/// Games, moves and results.
const FILE_NAMES: [&str; 3] = ["games.sgf", "moves.jsonl", "results.pgn"];

/// The open files.
#[derive(Debug)]
pub(crate) struct Exports {
    files: [File; 3],
    names: Vec<String>,
    event: String,
}

fn temporary_path(dir: &Path, name: &str) -> PathBuf {
    dir.join(format!("{name}.part"))
}

impl Exports {
    /// Creates temporary files, which [`publish`](Self::publish) makes the final ones.
    pub(crate) fn create(dir: &Path, names: Vec<String>) -> io::Result<Self> {
        let [games, moves, results] =
            FILE_NAMES.map(|name| File::create(temporary_path(dir, name)));
        Ok(Self {
            files: [games?, moves?, results?],
            event: names.join(" - "),
            names,
        })
    }

    /// Replaces the final files; further games are appended to them.
    pub(crate) fn publish(&self, dir: &Path) -> io::Result<()> {
        FILE_NAMES
            .iter()
            .try_for_each(|name| std::fs::rename(temporary_path(dir, name), dir.join(name)))
    }

    /// Adds a game to all files.
    pub(crate) fn add<G: ProtocolGame>(&mut self, record: &GameRecord) -> io::Result<()> {
        let texts = [
            G::write_record(record, &self.names, &self.event) + "\n",
            move_lines(record, &self.names),
            pgn_result(record, &self.names, &self.event),
        ];
        for (file, text) in self.files.iter_mut().zip(texts) {
            file.write_all(text.as_bytes())?;
        }
        Ok(())
    }
}

/// One JSON object per move: the move, its player and the search information.
fn move_lines(record: &GameRecord, names: &[String]) -> String {
    let opening_plies = record.opening_moves.len();
    let lines = record.moves.iter().enumerate().map(|(index, played)| {
        let ply = opening_plies + index;
        let mover = if ply.is_multiple_of(2) {
            record.first
        } else {
            !record.first
        };
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

/// PGN tags and result for rating programs such as Ordo and BayesElo. "White" is the first player,
/// so that their white advantage is the first-move advantage. Ordo looks for tags in every line, so
/// the comment must not look like one.
fn pgn_result(record: &GameRecord, names: &[String], event: &str) -> String {
    let first = record.first;
    let name = |color: Color| {
        let name = names.get(record.players()[color]).map_or("?", |name| name);
        name.replace('\\', "\\\\").replace('"', "\\\"")
    };
    let score = match record.winner {
        None => "1/2-1/2",
        Some(winner) if winner == first => "1-0",
        Some(_) => "0-1",
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
            .termination_text()
            .replace(['{', '}', '[', ']', '\n'], " ")
            .replace('"', "'"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forfeit::Forfeit;
    use crate::game_record::{PlayedMove, Termination};
    use crate::player::{EngineInfo, EngineScore};

    fn record() -> GameRecord {
        let played = |mv: &str, info: EngineInfo| PlayedMove {
            mv: mv.to_owned(),
            info,
            milliseconds: 1.5,
        };
        let info = EngineInfo {
            score: Some(EngineScore::Centi(-5)),
            depth: Some(3),
            nodes: Some(70),
        };
        let crash = Forfeit::Crash("signal: {9} [White \"x\"]".to_owned());
        GameRecord {
            game: 4,
            opening: 2,
            black: 0,
            white: 1,
            first: Color::Black,
            winner: Some(Color::Black),
            termination: Termination::Forfeit(crash),
            start: "4x4".to_owned(),
            opening_moves: vec!["a".to_owned()],
            moves: vec![played("b", info), played("c", EngineInfo::default())],
        }
    }

    #[test]
    fn moves_are_exported_one_per_line() {
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
    fn the_first_player_is_white_in_pgn() {
        let names = ["a \"b\" \\".to_owned(), "two".to_owned()];
        let text = pgn_result(&record(), &names, "match");
        assert!(text.contains("[White \"a \\\"b\\\" \\\\\"]\n[Black \"two\"]\n[Result \"1-0\"]"));
        assert!(
            text.ends_with("crashed: signal:  9   White 'x' } 1-0\n\n"),
            "{text}"
        );
    }
}
