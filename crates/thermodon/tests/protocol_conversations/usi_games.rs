//! Games of Shogi against Fairy-Stockfish at its weakest, where it is at hand (see `fairy_stockfish`).
//!
//! The variable `SHOGI_GAMES` says how many; a few without it, by depth. With it we play on a clock of 10 s and 0.1 s a move, they to
//! depth 3, and what came out is printed:
//!
//! ```sh
//! SHOGI_GAMES=100 cargo test --release -p thermodon --test protocol_conversations usi_games -- --nocapture
//! ```

use std::time::{Duration, Instant};

use game::{Color, Game, Outcome};
use shogi::Position;
use thermodon::protocol::usi;

use crate::conversation::Conversation;
use crate::fairy_stockfish::{Fairy, lines_until};

/// Games are drawn after so many plies.
const LONGEST: usize = 320;

/// Our clock, and what each move adds.
const TIME: Duration = Duration::from_secs(10);
const INCREMENT: Duration = Duration::from_millis(100);

#[derive(Debug, Default)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
    /// Moves that the rules, or the other program, do not know.
    illegal: u32,
    /// The same of theirs: their version drops pawns that mate.
    theirs_illegal: u32,
    out_of_time: u32,
    plies: usize,
}

/// How a game ended.
enum End {
    Over(Outcome),
    Illegal(Color),
    OutOfTime,
}

struct Meeting<'a> {
    ours: &'a mut Conversation<std::io::Result<()>>,
    fairy: &'a mut Fairy,
    our_color: Color,
    on_clock: bool,
    clock: Duration,
}

impl Meeting<'_> {
    fn play(&mut self, position: &mut Position) -> End {
        let mut moves: Vec<String> = Vec::new();
        loop {
            if let Some(outcome) = position.outcome() {
                return End::Over(outcome);
            }
            if moves.len() >= LONGEST {
                return End::Over(Outcome::Draw);
            }
            let mover = position.to_move();
            let command = match moves.len() {
                0 => "position startpos".to_owned(),
                _ => format!("position startpos moves {}", moves.join(" ")),
            };
            let begin = Instant::now();
            let best = self.ask(mover, &command);
            let elapsed = begin.elapsed();
            if self.on_clock && mover == self.our_color {
                let Some(left) = (self.clock + INCREMENT).checked_sub(elapsed) else {
                    return End::OutOfTime;
                };
                self.clock = left;
            }
            let text = best.split(' ').nth(1).unwrap_or_default().to_owned();
            match &text[..] {
                "resign" => return End::Over(Outcome::Win(!mover)),
                "win" if position.may_declare() => return End::Over(Outcome::Win(mover)),
                _ => {}
            }
            let Ok(mv) = position.parse_move(&text) else {
                eprintln!("{mover} played {text} in {}", position.to_text());
                return End::Illegal(mover);
            };
            position.play(mv);
            moves.push(text);
            if mover == self.our_color && !self.is_accepted(position, &moves) {
                eprintln!("{} was not accepted", position.to_text());
                return End::Illegal(mover);
            }
        }
    }

    fn ask(&mut self, mover: Color, command: &str) -> String {
        if mover != self.our_color {
            self.fairy.send(command);
            self.fairy.send("go depth 3");
            let lines = lines_until("bestmove ", || self.fairy.line());
            return lines.last().cloned().unwrap_or_default();
        }
        let go = if self.on_clock {
            let (left, increment) = (self.clock.as_millis(), INCREMENT.as_millis());
            format!("go btime {left} wtime {left} binc {increment} winc {increment}")
        } else {
            "go depth 2".to_owned()
        };
        self.ours.send(command);
        self.ours.send(&go);
        self.ours.line_starting("bestmove ")
    }

    /// Whether the other program has our move on its board.
    fn is_accepted(&mut self, position: &Position, moves: &[String]) -> bool {
        let moves = moves.join(" ");
        self.fairy.send(&format!("position startpos moves {moves}"));
        self.fairy.send("d");
        let lines = lines_until("Sfen: ", || self.fairy.line());
        let theirs = lines.last().cloned().unwrap_or_default();
        let board = |text: &str| {
            let mut words = text.split(' ').map(str::to_owned);
            (words.next(), words.next())
        };
        board(theirs.trim_start_matches("Sfen: ")) == board(&position.sfen())
    }
}

#[test]
fn games_against_fairy_stockfish_have_no_illegal_move_and_no_hang() {
    let asked = std::env::var("SHOGI_GAMES").ok();
    let games: u32 = asked
        .as_ref()
        .and_then(|text| text.parse().ok())
        .unwrap_or(2);
    let mut tally = Tally::default();
    for number in 0..games {
        let Some(mut fairy) = Fairy::start("usi", "shogi") else {
            return;
        };
        fairy.send("setoption name Skill Level value -20");
        let mut ours = Conversation::start(usi::run);
        ours.send("usinewgame");
        let our_color = Color::ALL[number as usize % 2];
        let mut game = Meeting {
            ours: &mut ours,
            fairy: &mut fairy,
            our_color,
            on_clock: asked.is_some(),
            clock: TIME,
        };
        let mut position = Position::start();
        match game.play(&mut position) {
            End::Over(Outcome::Draw) => tally.drawn += 1,
            End::Over(Outcome::Win(winner)) if winner == our_color => tally.won += 1,
            End::Over(_) => tally.lost += 1,
            End::Illegal(color) if color == our_color => tally.illegal += 1,
            End::Illegal(_) => tally.theirs_illegal += 1,
            End::OutOfTime => tally.out_of_time += 1,
        }
        ours.send("quit");
        ours.finish().1.expect("the loop ends well");
        tally.plies += position.plies();
        if asked.is_some() {
            eprintln!("{} of {games}: {tally:?}", number + 1);
        }
    }
    assert_eq!(tally.illegal, 0, "{tally:?}");
    assert!(tally.plies > 10 * games as usize, "{tally:?}");
}
