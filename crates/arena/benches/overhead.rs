//! What the arena itself costs: a match of players that think for 100 ms a move, and how much longer
//! than their thinking it took. Run with `cargo bench -p thermodon-arena`.
//!
//! The players sleep, so the figure does not depend on how fast anybody searches; it holds all that
//! the arena does in between: the way of messages, legality, clocks, the journal. They say how long
//! they slept, for a busy machine wakes nobody in time. Over UCI this program is its own opponent, in a
//! process of its own.

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use amazons::{Game, Position};
use arena::control::{Allowance, TimeControl, Tolerance};
use arena::player::{Choice, Line, Source, Thought};
use arena::program::{Program, Protocol};
use arena::{
    Contest, Contestant, Fault, Folder, Match, Openings, Pairing, Player, Stop, Unanswered,
};

const MOVE_TIME: Duration = Duration::from_millis(100);
const AS_ENGINE: &str = "as-uci-engine";

fn main() {
    if std::env::args().any(|argument| argument == AS_ENGINE) {
        speak_uci();
        return;
    }
    measure("in this process", Arc::new(InProcess));
    let program = std::env::current_exe().expect("a running program has a path");
    let over_uci = Program {
        command: vec![program.display().to_string(), AS_ENGINE.to_owned()],
        folder: None,
        protocol: Protocol::Uci,
        options: Vec::new(),
        log: None,
        patience: Duration::from_secs(10),
    };
    measure("over UCI", Arc::new(over_uci));
}

/// Plays a match, kept in a folder, one game at a time, and prints what it cost.
fn measure(what: &str, source: Arc<dyn Source<Position>>) {
    let contestant = |name: &str| Contestant {
        name: name.to_owned(),
        source: Arc::clone(&source),
        control: TimeControl {
            move_time: Some(MOVE_TIME),
            ..TimeControl::default()
        },
    };
    let plan = Match {
        contestants: vec![contestant("a"), contestant("b")],
        pairing: Pairing::RoundRobin,
        rounds: 2,
        openings: Openings::Random {
            start: Position::standard_start(),
            plies: 50,
        },
        seed: 1,
        tolerance: Tolerance::default(),
        sprt: None,
        concurrency: 1,
    };
    let path = std::env::temp_dir().join(format!("arena-overhead-{}", std::process::id()));
    let mut folder = Folder::open::<Position>(&path, &plan.settings(), true).expect("a folder");
    let (mut moves, mut faults, mut thinking) = (0, 0, Duration::ZERO);
    let begin = Instant::now();
    arena::run(
        &plan,
        Some(&mut folder),
        &Stop::default(),
        |record, standings| {
            moves += record.moves.len() as u32;
            let said = record.moves.iter().filter_map(|mv| mv.thought.nodes);
            thinking += Duration::from_micros(said.sum());
            faults = standings.faults().count();
        },
    )
    .expect("a match");
    let wall = begin.elapsed();
    let overhead = wall.saturating_sub(thinking);
    println!(
        "{what}: {moves} moves of {MOVE_TIME:?}, {faults} kinds of fault, took {wall:.2?}: \
         {:.2} % longer, {:.3} ms a move",
        100.0 * overhead.as_secs_f64() / thinking.as_secs_f64(),
        1e3 * overhead.as_secs_f64() / f64::from(moves)
    );
    let _ = std::fs::remove_dir_all(path);
}

/// Sleeps for the time of a move, then plays the first legal one; with the microseconds that it took.
fn think(position: &Position) -> (Option<amazons::Move>, u64) {
    let begin = Instant::now();
    let mv = position.moves().first().copied();
    std::thread::sleep(MOVE_TIME.saturating_sub(begin.elapsed()));
    (mv, begin.elapsed().as_micros() as u64)
}

struct InProcess;

impl Source<Position> for InProcess {
    fn start(&self) -> Result<Box<dyn Player<Position>>, Fault> {
        Ok(Box::new(Self))
    }

    fn description(&self) -> String {
        "sleeper".to_owned()
    }
}

impl Player<Position> for InProcess {
    fn begin(&mut self, _: u64, _: &Stop) -> Result<(), Unanswered> {
        Ok(())
    }

    fn choose(
        &mut self,
        line: &Line<Position>,
        _: &Allowance,
        _: &Stop,
    ) -> Result<Choice<amazons::Move>, Unanswered> {
        let begin = Instant::now();
        let (mv, microseconds) = think(line.position());
        Ok(Choice {
            mv,
            // There is no other number that players of all kinds can say.
            thought: Thought {
                nodes: Some(microseconds),
                ..Thought::default()
            },
            elapsed: begin.elapsed(),
        })
    }
}

/// The same player at the other end of a pipe.
fn speak_uci() {
    let mut position = Position::standard_start();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["uci"] => println!("uciok"),
            ["isready"] => println!("readyok"),
            ["position", "startpos", "moves", ref moves @ ..] => {
                position = moves
                    .iter()
                    .fold(Position::standard_start(), |position, text| {
                        let mv = text.parse().expect("a move");
                        position.after(mv).expect("a legal move")
                    });
            }
            ["go", ..] => {
                let (mv, microseconds) = think(&position);
                println!("info depth 1 nodes {microseconds}");
                match mv {
                    Some(mv) => println!("bestmove {}", position.uci_move(mv)),
                    None => println!("bestmove (none)"),
                }
            }
            ["quit"] => return,
            _ => {}
        }
        // Nobody is left to tell where even this cannot be written.
        let _ = std::io::stdout().flush();
    }
}
