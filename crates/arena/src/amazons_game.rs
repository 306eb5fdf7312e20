//! Amazons as a [`ProtocolGame`], and openings from game records.

use amazons::records::{GameResult, Record, RecordError, WinReason, sgf};
use amazons::{Game, Move, Position};
use game::PerColor;

use crate::forfeit::Forfeit;
use crate::game_record::{GameRecord, Termination};
use crate::openings::Opening;
use crate::player::EngineScore;
use crate::protocol_game::ProtocolGame;

impl ProtocolGame for Position {
    const UCI_VARIANT: &'static str = "amazons";

    fn uci_position(&self) -> String {
        if *self == Self::standard_start() {
            "startpos".to_owned()
        } else {
            format!("fen {}", self.to_text())
        }
    }

    fn uci_move(&self, Move { from, to, arrow }: Move) -> String {
        format!("{from}{to},{to}{arrow}")
    }

    /// Standard GTP commands for the start position of a board size, then `thermodon-setup`, which
    /// also sets up other positions and non-square boards.
    fn gtp_setups(&self) -> Vec<Vec<String>> {
        let size = self.size();
        // GTP names the color of every move, so the side to move does not matter.
        let is_start =
            Self::start(size).is_some_and(|start| start.with_to_move(self.to_move()) == *self);
        let mut setups = Vec::new();
        if is_start {
            let size = if size.columns() == size.rows() {
                size.columns().to_string()
            } else {
                size.to_string()
            };
            setups.push(vec![format!("boardsize {size}"), "clear_board".to_owned()]);
        }
        setups.push(vec![format!("thermodon-setup {}", self.to_text())]);
        setups
    }

    fn write_record(game: &GameRecord, names: &[String], event: &str) -> String {
        // Records of the referee are always valid.
        to_record(game, names, event).map_or_else(String::new, |record| sgf::write(&record))
    }
}

/// Converts a game with players, result and annotations; `None` if a text is invalid.
fn to_record(game: &GameRecord, names: &[String], event: &str) -> Option<Record> {
    let mut record = Record::new(Position::parse(&game.start).ok()?);
    let mut node = Record::ROOT;
    for text in &game.opening_moves {
        node = record.add_move(node, text.parse().ok()?).ok()?;
    }
    for played in &game.moves {
        node = record.add_move(node, played.mv.parse().ok()?).ok()?;
        let annotations = record.annotations_mut(node);
        annotations.seconds = Some(played.milliseconds / 1e3);
        if let Some(EngineScore::Centi(score)) = played.info.score {
            annotations.evaluation = Some(score as f64 / 100.0);
        }
    }
    let name = |player: usize| names.get(player).cloned().unwrap_or_default();
    let info = &mut record.info;
    info.players = PerColor::new(name(game.black), name(game.white));
    info.event = event.to_owned();
    info.result = game.winner.map_or(GameResult::Unknown, |winner| {
        GameResult::win_by(winner, manner(&game.termination))
    });
    record.annotations_mut(Record::ROOT).comment = format!(
        "game {}, opening {} of {} moves, {}",
        game.game + 1,
        game.opening + 1,
        game.opening_moves.len(),
        game.termination_text()
    );
    Some(record)
}

fn manner(termination: &Termination) -> WinReason {
    match termination {
        Termination::Rules | Termination::Proven => WinReason::Unspecified,
        Termination::Resignation => WinReason::Resignation,
        Termination::Forfeit(Forfeit::Time { .. }) => WinReason::Time,
        Termination::Forfeit(_) => WinReason::Forfeit,
    }
}

/// Reads openings from games or positions in any format: the first `plies` moves of each game, or
/// all. Decided positions are skipped.
///
/// # Errors
/// If the text is not a game record.
pub fn read_openings(
    text: &str,
    plies: Option<usize>,
) -> Result<Vec<Opening<Position>>, RecordError> {
    let records = amazons::records::read(text)?;
    let openings = records.iter().filter_map(|record| {
        let moves = record
            .main_line()
            .take(plies.unwrap_or(usize::MAX))
            .collect();
        Opening::new(*record.start(), moves)
    });
    Ok(openings.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_positions_are_set_up_by_standard_commands() {
        let first_setup = |text: &str| Position::parse(text).unwrap().gtp_setups()[0].join("; ");
        assert_eq!(first_setup("startpos"), "boardsize 10; clear_board");
        assert_eq!(first_setup("6x6"), "boardsize 6; clear_board");
        assert_eq!(first_setup("4x6"), "boardsize 4x6; clear_board");
        // With either side to move: every move names its color.
        assert_eq!(
            first_setup("1q2q1/q4q/6/6/Q4Q/1Q2Q1 b"),
            "boardsize 6; clear_board"
        );
        assert_eq!(first_setup("x.o b"), "thermodon-setup q1Q b - - 0 1");
        assert_eq!(Position::parse("6x6").unwrap().gtp_setups().len(), 2);
    }

    #[test]
    fn openings_are_truncated_and_decided_ones_skipped() {
        let text = "6x6 moves b1-b2/b1 a5-a4/a5\nx#o b\n6x6 moves b1-b3/b1";
        let openings = read_openings(text, Some(1)).unwrap();
        let moves: Vec<_> = openings.iter().map(Opening::move_texts).collect();
        assert_eq!(moves, [["b1-b2/b1"], ["b1-b3/b1"]]);
        assert_eq!(read_openings(text, None).unwrap()[0].move_texts().len(), 2);
        assert!(read_openings("hello", None).is_err());
    }
}
