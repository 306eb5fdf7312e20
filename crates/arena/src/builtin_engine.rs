//! The built-in engine as a player in this process.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Instant;

use amazons::{Move, Position};
use engine::{ClockState, Engine, Event, GoLimits, OptionError, Score};
use game::PerColor;

use crate::forfeit::{Forfeit, PlayerError};
use crate::player::{
    EngineInfo, EngineScore, GameHistory, Player, PlayerFactory, PlayerReply, StopToken,
    options_text,
};
use crate::time_control::MoveLimits;

/// The built-in engine with options. `Book` defaults to `none`, because match openings are given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BuiltinEngine {
    options: Vec<(String, String)>,
}

impl BuiltinEngine {
    /// Checks the options of an engine.
    ///
    /// # Errors
    /// If an option does not exist or its value is invalid.
    pub fn new(options: Vec<(String, String)>) -> Result<Self, OptionError> {
        let engine = Self { options };
        engine.set_options(&mut Engine::new())?;
        Ok(engine)
    }

    fn set_options(&self, engine: &mut Engine) -> Result<(), OptionError> {
        self.options
            .iter()
            .try_for_each(|(name, value)| engine.set_option(name, value))
    }

    fn sets(&self, name: &str) -> bool {
        let mut names = self.options.iter().map(|(set, _)| set);
        names.any(|set| set.eq_ignore_ascii_case(name))
    }
}

impl PlayerFactory<Position> for BuiltinEngine {
    fn create(&self) -> Result<Box<dyn Player<Position>>, Forfeit> {
        let mut engine = Engine::new();
        engine
            .set_option("Book", "none")
            .and_then(|()| self.set_options(&mut engine))
            .map_err(|error| Forfeit::StartFailed(error.to_string()))?;
        let sets_seed = !self.sets("Seed");
        Ok(Box::new(BuiltinPlayer { engine, sets_seed }))
    }

    fn description(&self) -> String {
        format!("engine{}", options_text(&self.options))
    }
}

struct BuiltinPlayer {
    engine: Engine,
    /// Whether the match chooses the seed: the user did not set it.
    sets_seed: bool,
}

impl Player<Position> for BuiltinPlayer {
    fn new_game(&mut self, seed: u64, _: &StopToken) -> Result<(), PlayerError> {
        if self.sets_seed {
            // Seed 0 would differ each time.
            let seed = (seed % u64::from(u32::MAX) + 1).to_string();
            self.engine
                .set_option("Seed", &seed)
                .map_err(|error| Forfeit::StartFailed(error.to_string()))?;
        }
        self.engine.new_game();
        Ok(())
    }

    fn choose_move(
        &mut self,
        history: &GameHistory<Position>,
        limits: &MoveLimits,
        stop: &StopToken,
    ) -> Result<PlayerReply<Move>, PlayerError> {
        let (sender, events) = mpsc::channel();
        let start = Instant::now();
        let listener = move |event| {
            // The receiver is dropped at the deadline.
            let _ = sender.send((event, Instant::now()));
        };
        // Dropped on return, which stops a running search.
        let _search = self
            .engine
            .start(history.position(), go_limits(limits), listener)
            .map_err(|error| Forfeit::Crash(error.to_string()))?;
        let deadline = start + limits.deadline.duration();
        let mut info = EngineInfo::default();
        loop {
            if stop.is_stopped() {
                return Err(PlayerError::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match events.recv_timeout(left.min(StopToken::POLL_INTERVAL)) {
                Ok((Event::Info(line), _)) if line.multipv == 1 => {
                    info = EngineInfo {
                        score: line.score.map(engine_score),
                        depth: Some(line.depth),
                        nodes: Some(line.nodes),
                    };
                }
                Ok((Event::BestMove(best_move), received)) => {
                    return Ok(PlayerReply {
                        mv: best_move.mv,
                        info,
                        elapsed: received - start,
                    });
                }
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(limits.deadline.missed("go").into());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Forfeit::Crash("the search panicked".to_owned()).into());
                }
            }
        }
    }
}

fn go_limits(limits: &MoveLimits) -> GoLimits {
    let mut go = GoLimits::default();
    go.search.depth = limits.depth;
    go.search.nodes = limits.nodes;
    go.search.time = limits.move_time;
    go.clocks = PerColor::from_fn(|color| {
        limits.clocks[color].map(|clock| ClockState {
            remaining: clock.remaining,
            increment: clock.increment,
            ..ClockState::default()
        })
    });
    go
}

fn engine_score(score: Score) -> EngineScore {
    match score {
        // Millilogits to hundredths of a logit.
        Score::Estimate(millilogits) => EngineScore::Centi(i64::from(millilogits) / 10),
        Score::Win { plies } => EngineScore::WinIn(plies.div_ceil(2).into()),
        Score::Loss { plies } => EngineScore::LossIn(plies.div_ceil(2).into()),
        Score::Draw => EngineScore::Centi(0),
    }
}
