//! Shogi games against Fairy-Stockfish at its lowest level, if it is installed (see
//! `fairy_stockfish`).
//!
//! Two games at depth 2 by default. With the environment variable `SHOGI_GAMES`, that many games on
//! a clock of 10+0.1, with printed results:
//!
//! ```sh
//! SHOGI_GAMES=100 cargo test --release -p thermodon --test cli usi_games -- --nocapture
//! ```

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use game::{Color, Game, Outcome};
use protocol::usi;
use shogi::Position;

use super::client::ProtocolClient;
use super::fairy_stockfish::{Fairy, lines_until};

/// Number of plies after which a game is drawn.
const MAX_PLIES: usize = 320;

/// Our clock and increment.
const BASE_TIME: Duration = Duration::from_secs(10);
const INCREMENT: Duration = Duration::from_millis(100);

struct UsiMatch<'a> {
    ours: &'a mut ProtocolClient<std::io::Result<()>>,
    fairy: &'a mut Fairy,
    our_color: Color,
    on_clock: bool,
    clock: Duration,
}

impl UsiMatch<'_> {
    /// Plays a game; returns how it ended for us.
    fn play(&mut self, position: &mut Position) -> &'static str {
        let our_color = self.our_color;
        let result = |winner: Color| if winner == our_color { "won" } else { "lost" };
        let mut moves: Vec<String> = Vec::new();
        loop {
            match position.outcome() {
                Some(Outcome::Win(winner)) => return result(winner),
                Some(Outcome::Draw) => return "drawn",
                None if moves.len() >= MAX_PLIES => return "drawn",
                None => {}
            }
            let mover = position.to_move();
            let command = match moves.len() {
                0 => "position startpos".to_owned(),
                _ => format!("position startpos moves {}", moves.join(" ")),
            };
            let start = Instant::now();
            let best = self.ask(mover, &command);
            let elapsed = start.elapsed();
            if self.on_clock && mover == our_color {
                let Some(left) = (self.clock + INCREMENT).checked_sub(elapsed) else {
                    return "out of time";
                };
                self.clock = left;
            }
            let text = best.split(' ').nth(1).unwrap_or_default().to_owned();
            match &text[..] {
                "resign" => return result(!mover),
                "win" if position.can_declare_win() => return result(mover),
                _ => {}
            }
            let Ok(mv) = position.parse_move(&text) else {
                eprintln!("{mover} played {text} in {}", position.to_text());
                // Some versions of Fairy-Stockfish allow mate by a pawn drop.
                return if mover == our_color {
                    "illegal"
                } else {
                    "illegal by the opponent"
                };
            };
            position.play(mv);
            moves.push(text);
            if mover == our_color && !self.is_accepted(position, &moves) {
                eprintln!("{} was not accepted", position.to_text());
                return "illegal";
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

    /// Whether the other program accepted our move.
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
fn games_against_fairy_stockfish_are_legal() {
    let asked = std::env::var("SHOGI_GAMES").ok();
    let games: u32 = asked
        .as_ref()
        .and_then(|text| text.parse().ok())
        .unwrap_or(2);
    let mut score: BTreeMap<&str, u32> = BTreeMap::new();
    let mut plies = 0;
    for number in 0..games {
        let Some(mut fairy) = Fairy::start("usi", "shogi") else {
            return;
        };
        fairy.send("setoption name Skill Level value -20");
        let mut ours = ProtocolClient::start(usi::run);
        ours.send("usinewgame");
        let mut game = UsiMatch {
            ours: &mut ours,
            fairy: &mut fairy,
            our_color: Color::ALL[number as usize % 2],
            on_clock: asked.is_some(),
            clock: BASE_TIME,
        };
        let mut position = Position::start();
        *score.entry(game.play(&mut position)).or_default() += 1;
        ours.send("quit");
        ours.finish().1.expect("the session ends");
        plies += position.plies();
        if asked.is_some() {
            eprintln!("{} of {games}: {score:?}", number + 1);
        }
    }
    assert_eq!(score.get("illegal"), None, "{score:?}");
    assert!(plies > 10 * games as usize, "{plies} plies, {score:?}");
}
