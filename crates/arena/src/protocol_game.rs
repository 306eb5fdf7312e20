//! Protocol and record texts of a game.

use game::Game;

use crate::game_record::GameRecord;

/// A game that can be played over UCI and GTP and written to records.
pub trait ProtocolGame: Game + 'static {
    /// Value of `UCI_Variant`.
    const UCI_VARIANT: &'static str;

    /// Arguments of UCI `position`: `startpos`, or `fen` and a FEN.
    fn uci_position(&self) -> String;

    /// A legal move in UCI notation.
    fn uci_move(&self, mv: Self::Move) -> String {
        self.move_to_text(mv)
    }

    /// Alternative GTP command sequences that set up this position, most widely supported first.
    fn gtp_setups(&self) -> Vec<Vec<String>>;

    /// A game record in the game's file format; several records can be concatenated. `names` are
    /// the participants, `event` is the name of the match.
    fn write_record(game: &GameRecord, names: &[String], event: &str) -> String;
}
