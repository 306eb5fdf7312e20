//! What a match needs of a game beyond the rules: how protocols and records write it.

use game::Game;

use crate::record::GameRecord;

/// A game that can be played over protocols and put on record.
pub trait Contest: Game + 'static {
    /// The value of `UCI_Variant` for this game.
    const UCI_VARIANT: &'static str;

    /// The position after the word `position`: `startpos`, or `fen` and a FEN.
    fn uci_position(&self) -> String;

    /// A legal move as UCI engines want it.
    fn uci_move(&self, mv: Self::Move) -> String {
        self.move_to_text(mv)
    }

    /// Commands that set up this position in a GTP engine: one or more ways to do it, the most
    /// widely understood first.
    fn gtp_setups(&self) -> Vec<Vec<String>>;

    /// The game in the notation in which its records are kept; several, one after another, make a
    /// file. `names` are those of the match's players, `event` is what the match is called.
    fn write_record(game: &GameRecord, names: &[String], event: &str) -> String;
}
