//! Overhead of a match: its duration beyond the players' time, with 100 ms per move. Run with
//! `cargo bench -p thermodon-arena`.
//!
//! The players sleep, so that the overhead is that of the arena: communication, legality checks,
//! clocks, journal. A busy machine wakes them late, so they measure the time slept and report
//! it, in microseconds, as their node count. Over UCI, they are child processes running this
//! program.

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use amazons::{Game, Position};
use arena::external::{ExternalEngine, Protocol};
use arena::player::{EngineInfo, GameHistory, PlayerReply};
use arena::time_control::MoveLimits;
use arena::{
    Forfeit, Match, MatchDir, OpeningSource, Participant, Player, PlayerError, PlayerFactory,
    ProtocolGame, StopToken, TimeControl,
};

const MOVE_TIME: Duration = Duration::from_millis(100);

/// Argument that makes this program a UCI engine.
const UCI_ENGINE_ARG: &str = "as-uci-engine";

fn main() {
    if std::env::args().any(|argument| argument == UCI_ENGINE_ARG) {
        run_uci();
        return;
    }
    measure("in process", Arc::new(SleepingPlayer));
    let program = std::env::current_exe().expect("path of this program");
    let uci_engine = ExternalEngine {
        command: vec![program.display().to_string(), UCI_ENGINE_ARG.to_owned()],
        working_dir: None,
        protocol: Protocol::Uci,
        options: Vec::new(),
        stderr_log: None,
        response_timeout: Duration::from_secs(10),
    };
    measure("over UCI", Arc::new(uci_engine));
}

/// Plays a match with a journal on disk, one game at a time, and prints its overhead.
fn measure(name: &str, factory: Arc<dyn PlayerFactory<Position>>) {
    let participants = ["a", "b"].map(|name| Participant {
        name: name.to_owned(),
        factory: Arc::clone(&factory),
        time_control: TimeControl {
            move_time: Some(MOVE_TIME),
            ..TimeControl::default()
        },
    });
    let openings = OpeningSource::Random {
        start: Position::standard_start(),
        plies: 50,
    };
    let plan = Match {
        seed: 1,
        ..Match::new(participants.into(), openings, 2)
    };
    let path = std::env::temp_dir().join(format!("arena-overhead-{}", std::process::id()));
    let dir = MatchDir::open::<Position>(&path, &plan.header());
    let mut dir = dir.expect("match directory");
    let (mut moves, mut forfeit_kinds, mut player_time) = (0, 0, Duration::ZERO);
    let start = Instant::now();
    arena::run(
        &plan,
        Some(&mut dir),
        &StopToken::default(),
        |record, standings| {
            moves += record.moves.len() as u32;
            // The players report microseconds as nodes.
            let microseconds = record.moves.iter().filter_map(|mv| mv.info.nodes);
            player_time += Duration::from_micros(microseconds.sum());
            forfeit_kinds = standings.forfeits().count();
        },
    )
    .expect("playable match");
    let elapsed = start.elapsed();
    let overhead = elapsed.saturating_sub(player_time);
    println!(
        "{name}: {moves} moves of {MOVE_TIME:?}, {forfeit_kinds} kinds of forfeit, took \
         {elapsed:.2?}: overhead {:.2} %, {:.3} ms per move",
        100.0 * overhead.as_secs_f64() / player_time.as_secs_f64(),
        1e3 * overhead.as_secs_f64() / f64::from(moves)
    );
    let _ = std::fs::remove_dir_all(path);
}

/// Sleeps for the move time; returns the first legal move and the microseconds it took.
fn sleep_and_move(position: &Position) -> (Option<amazons::Move>, u64) {
    let start = Instant::now();
    let mv = position.moves().first().copied();
    std::thread::sleep(MOVE_TIME.saturating_sub(start.elapsed()));
    (mv, start.elapsed().as_micros() as u64)
}

struct SleepingPlayer;

impl PlayerFactory<Position> for SleepingPlayer {
    fn create(&self) -> Result<Box<dyn Player<Position>>, Forfeit> {
        Ok(Box::new(Self))
    }

    fn description(&self) -> String {
        "sleeper".to_owned()
    }
}

impl Player<Position> for SleepingPlayer {
    fn new_game(&mut self, _: u64, _: &StopToken) -> Result<(), PlayerError> {
        Ok(())
    }

    fn choose_move(
        &mut self,
        history: &GameHistory<Position>,
        _: &MoveLimits,
        _: &StopToken,
    ) -> Result<PlayerReply<amazons::Move>, PlayerError> {
        let start = Instant::now();
        let (mv, microseconds) = sleep_and_move(history.position());
        Ok(PlayerReply {
            mv,
            info: EngineInfo {
                nodes: Some(microseconds),
                ..EngineInfo::default()
            },
            elapsed: start.elapsed(),
        })
    }
}

/// Runs the sleeping player as a UCI engine.
fn run_uci() {
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
                        let mv = text.parse().expect("valid move");
                        position.after(mv).expect("legal move")
                    });
            }
            ["go", ..] => {
                let (mv, microseconds) = sleep_and_move(&position);
                println!("info depth 1 nodes {microseconds}");
                match mv {
                    Some(mv) => println!("bestmove {}", position.uci_move(mv)),
                    None => println!("bestmove (none)"),
                }
            }
            ["quit"] => return,
            _ => {}
        }
        // A failure to flush cannot be reported.
        let _ = std::io::stdout().flush();
    }
}
