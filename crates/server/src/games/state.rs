//! One game. Nothing here waits, writes or tells: what the time is comes from outside.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use amazons::{Color, Game as _, Move, Outcome, Position};
use arena::player::Line;
use engine::Level;

use super::check;
use crate::dto::game::{
    Game, GameResult, GameSummary, NewGame, NewMove, Player, Reason, Remaining,
};
use crate::dto::position::{read, read_moves};
use crate::dto::problem::Refusal;
use crate::dto::review::ReviewState;
use crate::dto::side::Side;
use crate::dto::tree::Tree;
use crate::store::StoredGame;

/// A game and the moment since which its clock runs.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub stored: StoredGame,
    position: Position,
    /// When the player to move began to think; `None` where no clock runs.
    since: Option<Instant>,
}

/// The computer, where it is to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Computer {
    pub mind: Mind,
    pub seconds: Option<f64>,
}

/// Who thinks for the computer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Mind {
    /// This program.
    Level(Level),
    /// Another one, of that number.
    Program(u64),
}

impl State {
    /// A new game, its clock running.
    pub fn new(new: NewGame, now: Instant) -> Result<Self, Refusal> {
        check::check(&new)?;
        let start = read(&new.start)?;
        let (moves, position) = read_moves(&start, &new.moves)?;
        let time = milliseconds_since_1970();
        let full = new.clock.map(|clock| {
            let all = (clock.seconds * 1000.0) as u64;
            Remaining {
                black: all,
                white: all,
            }
        });
        let stored = StoredGame {
            name: new.name,
            start: start.to_text(),
            moves: moves.iter().map(Move::to_string).collect(),
            black: new.black,
            white: new.white,
            clock: new.clock,
            times: full.map_or(Vec::new(), |full| vec![full; moves.len() + 1]),
            result: None,
            fault: None,
            created: time,
            updated: time,
            revision: 1,
            tree: None,
            review: None,
        };
        let mut state = Self {
            stored,
            position,
            since: None,
        };
        state.end_by_rules();
        state.start_clock(now);
        Ok(state)
    }

    /// A game from the disk. Its clock begins to run now: the time while nobody had it open does not count.
    pub fn load(stored: StoredGame, now: Instant) -> Result<Self, Refusal> {
        let start = read(&stored.start)?;
        let (_, position) = read_moves(&start, &stored.moves)?;
        let mut state = Self {
            stored,
            position,
            since: None,
        };
        state.start_clock(now);
        Ok(state)
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn is_over(&self) -> bool {
        self.stored.result.is_some()
    }

    /// Whether a clock runs.
    pub fn is_running(&self) -> bool {
        self.since.is_some()
    }

    /// The computer, if it is to move.
    pub fn computer(&self) -> Option<Computer> {
        if self.is_over() {
            return None;
        }
        match *self.player(self.position.to_move()) {
            Player::Engine { level, seconds } => Some(Computer {
                mind: Mind::Level(Level::new(level).unwrap_or(Level::FULL)),
                seconds,
            }),
            Player::Program {
                program, seconds, ..
            } => Some(Computer {
                mind: Mind::Program(program),
                seconds,
            }),
            Player::Person { .. } => None,
        }
    }

    fn player(&self, color: Color) -> &Player {
        match color {
            Color::Black => &self.stored.black,
            Color::White => &self.stored.white,
        }
    }

    /// The time that each player has left.
    pub fn remaining(&self, now: Instant) -> Option<Remaining> {
        let mut remaining = *self.stored.times.last()?;
        if let Some(since) = self.since {
            let used = now.saturating_duration_since(since).as_millis() as u64;
            let own = own(&mut remaining, self.position.to_move());
            *own = own.saturating_sub(used);
        }
        Some(remaining)
    }

    /// When the flag of the player to move falls.
    pub fn flag_falls(&self) -> Option<Instant> {
        let mut remaining = *self.stored.times.last()?;
        let left = *own(&mut remaining, self.position.to_move());
        Some(self.since? + Duration::from_millis(left))
    }

    /// A person's move. False if it was played before: then nothing changes.
    pub fn play_for_person(&mut self, new: &NewMove, now: Instant) -> Result<bool, Refusal> {
        let played = self.stored.moves.len();
        if let Some(there) = self.stored.moves.get(new.ply) {
            let same = new
                .mv
                .parse::<Move>()
                .is_ok_and(|mv| mv.to_string() == *there);
            return if same {
                Ok(false)
            } else {
                Err(Refusal::conflict(format!(
                    "move {} has been played already: it is {there}",
                    new.ply + 1
                )))
            };
        }
        if new.ply > played {
            return Err(Refusal::conflict(format!(
                "only {played} moves have been played, not {}",
                new.ply
            )));
        }
        self.refuse_if_over()?;
        if self.computer().is_some() {
            return Err(Refusal::conflict("it is the computer's turn"));
        }
        let mv =
            amazons::notation::parse_move(&self.position, &new.mv).map_err(Refusal::bad_request)?;
        self.play(mv, now);
        Ok(true)
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move, now: Instant) {
        if let Some(mut remaining) = self.remaining(now) {
            let clock = self.stored.clock;
            let increment = clock.map_or(0.0, |clock| clock.increment * 1000.0) as u64;
            *own(&mut remaining, self.position.to_move()) += increment;
            self.stored.times.push(remaining);
        }
        self.position.play(mv);
        self.stored.moves.push(mv.to_string());
        self.stored.review = None;
        self.end_by_rules();
        self.start_clock(now);
        self.touch();
    }

    /// Takes moves back until so many are left. The clocks are as they were then.
    pub fn take_back(&mut self, to_ply: usize, now: Instant) -> Result<(), Refusal> {
        let played = self.stored.moves.len();
        if to_ply > played || to_ply == played && !self.is_over() {
            let sentence = format!("cannot go back to {to_ply} moves: {played} have been played");
            return Err(Refusal::conflict(sentence));
        }
        let start = read(&self.stored.start)?;
        self.stored.moves.truncate(to_ply);
        if !self.stored.times.is_empty() {
            self.stored.times.truncate(to_ply + 1);
        }
        (_, self.position) = read_moves(&start, &self.stored.moves)?;
        self.stored.result = None;
        self.stored.fault = None;
        self.stored.review = None;
        self.end_by_rules();
        self.start_clock(now);
        self.touch();
        Ok(())
    }

    /// Somebody gives up.
    pub fn resign(&mut self, side: Side, now: Instant) -> Result<(), Refusal> {
        self.refuse_if_over()?;
        self.stop_clock(now);
        self.end(!Color::from(side), Reason::Resignation);
        self.touch();
        Ok(())
    }

    /// The program that is to move has broken down: it has lost, and a sentence says why.
    pub fn break_down(&mut self, sentence: String, now: Instant) -> Result<(), Refusal> {
        self.refuse_if_over()?;
        self.stop_clock(now);
        self.end(!self.position.to_move(), Reason::Fault);
        self.stored.fault = Some(sentence);
        self.touch();
        Ok(())
    }

    /// The game so far, as other programs are told it.
    pub fn line(&self) -> Result<Line<Position>, Refusal> {
        let start = read(&self.stored.start)?;
        let mut line = Line::new(start);
        for mv in read_moves(&start, &self.stored.moves)?.0 {
            line.push(mv);
        }
        Ok(line)
    }

    /// Ends the game if the time of the player to move is up. Whether it was.
    pub fn fall(&mut self, now: Instant) -> bool {
        let is_up = self.flag_falls().is_some_and(|end| now >= end) && !self.is_over();
        if is_up {
            self.stop_clock(now);
            self.end(!self.position.to_move(), Reason::Time);
            self.touch();
        }
        is_up
    }

    /// Notes the time used so far, for a clock that is to stand still while the program does not run.
    pub fn stop_clock(&mut self, now: Instant) {
        if let (Some(remaining), Some(last)) = (self.remaining(now), self.stored.times.last_mut()) {
            *last = remaining;
        }
        self.since = None;
    }

    /// Keeps comments and variations.
    pub fn keep_tree(&mut self, tree: Tree) {
        self.stored.tree = Some(tree);
        self.touch();
    }

    /// Keeps a review, if it is one of the game as it stands.
    pub fn keep_review(&mut self, review: ReviewState, start: &str, moves: &[String]) -> bool {
        let is_same = self.stored.start == start && self.stored.moves == moves;
        if is_same {
            self.stored.review = Some(review);
            self.touch();
        }
        is_same
    }

    fn refuse_if_over(&self) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::conflict("the game is over"));
        }
        Ok(())
    }

    fn end(&mut self, winner: Color, reason: Reason) {
        let winner = winner.into();
        self.stored.result = Some(GameResult { winner, reason });
        self.since = None;
    }

    fn end_by_rules(&mut self) {
        if let Some(winner) = self.position.outcome().and_then(Outcome::winner) {
            self.end(winner, Reason::NoMoves);
        }
    }

    fn start_clock(&mut self, now: Instant) {
        let runs = self.stored.clock.is_some() && !self.is_over();
        self.since = runs.then_some(now);
    }

    fn touch(&mut self) {
        self.stored.revision += 1;
        self.stored.updated = milliseconds_since_1970();
    }

    /// The game as everybody sees it.
    pub fn view(&self, id: u64, is_thinking: bool, now: Instant) -> Game {
        let stored = self.stored.clone();
        Game {
            id,
            revision: stored.revision,
            name: stored.name,
            start: stored.start,
            moves: stored.moves,
            fen: self.position.to_text(),
            to_move: self.position.to_move().into(),
            black: stored.black,
            white: stored.white,
            clock: stored.clock,
            remaining: self.remaining(now),
            running: self.is_running(),
            thinking: is_thinking,
            result: stored.result,
            fault: stored.fault,
            created: stored.created,
            updated: stored.updated,
            tree: stored.tree,
            review: stored.review,
        }
    }
}

/// A game from the disk, for a list.
pub(super) fn summary(id: u64, stored: StoredGame) -> Result<GameSummary, Refusal> {
    let (_, position) = read_moves(&read(&stored.start)?, &stored.moves)?;
    Ok(GameSummary {
        id,
        name: stored.name,
        start: stored.start,
        fen: position.to_text(),
        moves: stored.moves.len(),
        black: stored.black,
        white: stored.white,
        result: stored.result,
        created: stored.created,
        updated: stored.updated,
    })
}

fn own(remaining: &mut Remaining, color: Color) -> &mut u64 {
    match color {
        Color::Black => &mut remaining.black,
        Color::White => &mut remaining.white,
    }
}

fn milliseconds_since_1970() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use crate::dto::game::Clock;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn new_game(clock: Option<(f64, f64)>) -> NewGame {
        let person = Player::Person { name: None };
        NewGame {
            start: "6x6".to_owned(),
            black: person.clone(),
            white: person,
            clock: clock.map(|(seconds, increment)| Clock { seconds, increment }),
            name: String::new(),
            moves: Vec::new(),
        }
    }

    fn play(state: &mut State, now: Instant) {
        let mv = *state.position().moves().first().expect("there is a move");
        state.play(mv, now);
    }

    fn remaining(state: &State, now: Instant) -> (u64, u64) {
        let remaining = state.remaining(now).expect("there is a clock");
        (remaining.black, remaining.white)
    }

    #[test]
    fn only_the_clock_of_the_player_to_move_runs() {
        let now = Instant::now();
        let mut state = State::new(new_game(Some((60.0, 2.0))), now).expect("a game");
        assert_eq!(remaining(&state, now + 10 * SECOND), (60_000, 50_000));
        play(&mut state, now + 10 * SECOND);
        assert_eq!(remaining(&state, now + 10 * SECOND), (60_000, 52_000));
        assert_eq!(remaining(&state, now + 15 * SECOND), (55_000, 52_000));
        play(&mut state, now + 15 * SECOND);
        assert_eq!(remaining(&state, now + 16 * SECOND), (57_000, 51_000));
    }

    #[test]
    fn a_flag_falls_when_the_time_is_up_and_not_before() {
        let now = Instant::now();
        let mut state = State::new(new_game(Some((60.0, 0.0))), now).expect("a game");
        assert_eq!(state.flag_falls(), Some(now + 60 * SECOND));
        assert!(!state.fall(now + 59 * SECOND));
        assert!(state.fall(now + 60 * SECOND));
        let result = state.stored.result.expect("it is over");
        assert_eq!((result.winner, result.reason), (Side::Black, Reason::Time));
        assert_eq!(remaining(&state, now + 99 * SECOND), (60_000, 0));
        assert!(!state.is_running() && !state.fall(now + 99 * SECOND));
    }

    #[test]
    fn a_clock_stands_still_while_the_program_does_not_run() {
        let now = Instant::now();
        let mut state = State::new(new_game(Some((60.0, 0.0))), now).expect("a game");
        play(&mut state, now + 10 * SECOND);
        // Killed: the clock is as it was after the last move.
        let killed = State::load(state.stored.clone(), now + 500 * SECOND).expect("a game");
        assert_eq!(remaining(&killed, now + 501 * SECOND), (59_000, 50_000));
        // Ended in order: what was used since counts.
        state.stop_clock(now + 15 * SECOND);
        let ended = State::load(state.stored, now + 500 * SECOND).expect("a game");
        assert_eq!(remaining(&ended, now + 501 * SECOND), (54_000, 50_000));
    }

    #[test]
    fn taking_back_takes_back_the_clocks() {
        let now = Instant::now();
        let mut state = State::new(new_game(Some((60.0, 1.0))), now).expect("a game");
        play(&mut state, now + 10 * SECOND);
        play(&mut state, now + 30 * SECOND);
        state.take_back(1, now + 40 * SECOND).expect("one is left");
        assert_eq!(remaining(&state, now + 41 * SECOND), (59_000, 51_000));
        state.take_back(0, now + 50 * SECOND).expect("none is left");
        assert_eq!(remaining(&state, now + 50 * SECOND), (60_000, 60_000));
        assert_eq!(state.stored.times.len(), 1);
    }

    #[test]
    fn every_change_has_a_revision_of_its_own() {
        let now = Instant::now();
        let mut state = State::new(new_game(None), now).expect("a game");
        assert!(state.remaining(now).is_none() && !state.is_running());
        let mut revisions = vec![state.stored.revision];
        play(&mut state, now);
        revisions.push(state.stored.revision);
        state.take_back(0, now).expect("none is left");
        revisions.push(state.stored.revision);
        state.resign(Side::White, now).expect("it goes on");
        revisions.push(state.stored.revision);
        assert_eq!(revisions, [1, 2, 3, 4]);
        assert!(state.resign(Side::White, now).is_err());
        assert_eq!(state.stored.revision, 4);
    }

    #[test]
    fn a_game_from_a_final_position_is_over() {
        let mut new = new_game(Some((60.0, 0.0)));
        new.start = "x#o b".to_owned();
        let state = State::new(new, Instant::now()).expect("a game");
        let result = state.stored.result.expect("it is over");
        assert_eq!(
            (result.winner, result.reason),
            (Side::White, Reason::NoMoves)
        );
        assert!(!state.is_running());
    }
}
