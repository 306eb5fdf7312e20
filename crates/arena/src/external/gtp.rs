//! GTP engines.
//!
//! GTP expresses times in whole seconds and has no node or depth limits. Clocks, rounded down, and
//! times per move in whole seconds are sent to the engine; other limits must be set by its
//! arguments or options. The referee enforces all times in any case.

use std::time::{Duration, Instant};

use game::Color;

use super::process::EngineProcess;
use super::{ExternalEngine, parse_engine_move};
use crate::forfeit::{Forfeit, PlayerError, excerpt};
use crate::player::{EngineInfo, GameHistory, Player, PlayerReply, StopToken};
use crate::protocol_game::ProtocolGame;
use crate::time_control::{MAX_TIMEOUT, MoveLimits};

/// A GTP engine after the handshake.
pub(super) struct Gtp<G: ProtocolGame> {
    process: EngineProcess,
    response_timeout: Duration,
    supported_commands: Vec<String>,
    /// Id of the last command; responses repeat it.
    last_id: u64,
    /// Start position and moves on the engine's board, if known.
    board: Option<(G, Vec<G::Move>)>,
    /// Whether `time_settings` was sent in this game.
    time_sent: bool,
}

impl<G: ProtocolGame> Gtp<G> {
    /// Performs the handshake and sends the configured commands.
    pub(super) fn handshake(
        process: EngineProcess,
        config: &ExternalEngine,
    ) -> Result<Box<dyn Player<G>>, PlayerError> {
        let mut engine = Self {
            process,
            response_timeout: config.response_timeout.min(MAX_TIMEOUT),
            supported_commands: Vec::new(),
            last_id: 0,
            board: None,
            time_sent: false,
        };
        let stop = StopToken::default();
        let commands = engine.command("list_commands", &stop)?;
        engine.supported_commands = commands
            .split_ascii_whitespace()
            .map(str::to_owned)
            .collect();
        for (name, value) in &config.options {
            engine.command(&format!("{name} {value}"), &stop)?;
        }
        Ok(Box::new(engine))
    }

    fn supports(&self, command: &str) -> bool {
        self.supported_commands.iter().any(|name| name == command)
    }

    /// Sends a command and returns the response; an error response is an error.
    fn command(&mut self, command: &str, stop: &StopToken) -> Result<String, PlayerError> {
        self.send(command);
        let deadline = Instant::now() + self.response_timeout;
        match self.response(command, deadline, stop)? {
            Some((response, _)) => Ok(response),
            None => Err(Forfeit::Stalled {
                command: excerpt(command),
                timeout: self.response_timeout,
            }
            .into()),
        }
    }

    fn send(&mut self, command: &str) {
        self.last_id += 1;
        self.process
            .send_line(&format!("{} {command}", self.last_id));
    }

    /// The response to the last command, up to the empty line, and its time of arrival; `None` if
    /// the deadline passes first.
    fn response(
        &mut self,
        command: &str,
        deadline: Instant,
        stop: &StopToken,
    ) -> Result<Option<(String, Instant)>, PlayerError> {
        let (success, failure) = (format!("={}", self.last_id), format!("?{}", self.last_id));
        let mut response: Option<(bool, Vec<String>)> = None;
        while let Some((line, arrival)) = self.process.next_line(deadline, stop)? {
            match &mut response {
                None => {
                    let first_line = |prefix: &str| {
                        let rest = line.strip_prefix(prefix)?;
                        // `=1` must not match the response `=12`.
                        (!rest.starts_with(|c: char| c.is_ascii_digit()))
                            .then(|| rest.trim().to_owned())
                    };
                    response = first_line(&success)
                        .map(|first| (true, vec![first]))
                        .or_else(|| first_line(&failure).map(|first| (false, vec![first])));
                }
                Some((true, lines)) if line.is_empty() => {
                    return Ok(Some((lines.join("\n"), arrival)));
                }
                Some((false, lines)) if line.is_empty() => {
                    return Err(Forfeit::CommandRejected {
                        command: excerpt(command),
                        reply: excerpt(&lines.join(" ")),
                    }
                    .into());
                }
                Some((_, lines)) => lines.push(line),
            }
        }
        Ok(None)
    }

    /// Brings the engine's board to the current position.
    fn sync_board(
        &mut self,
        history: &GameHistory<G>,
        stop: &StopToken,
    ) -> Result<(), PlayerError> {
        let played = history.moves_with_positions();
        let board = self.board.take().filter(|(start, moves)| {
            start.key() == history.start().key()
                && moves.len() <= played.len()
                && moves.iter().zip(played).all(|(known, (_, mv))| known == mv)
        });
        let mut moves = match board {
            Some((_, moves)) => moves,
            None => {
                self.set_up(history.start(), stop)?;
                Vec::new()
            }
        };
        for (position, mv) in &played[moves.len()..] {
            let text = position.move_to_text(*mv);
            self.command(&format!("play {} {text}", position.to_move()), stop)?;
            moves.push(*mv);
        }
        self.board = Some((history.start().clone(), moves));
        Ok(())
    }

    /// Sets up a position by the first command sequence that the engine accepts.
    fn set_up(&mut self, start: &G, stop: &StopToken) -> Result<(), PlayerError> {
        let mut rejection = Forfeit::CommandRejected {
            command: excerpt(&start.to_text()),
            reply: "no supported command sets up this position".to_owned(),
        };
        'setups: for setup in start.gtp_setups() {
            let name = |command: &String| command.split(' ').next().unwrap_or("").to_owned();
            if !setup.iter().all(|command| self.supports(&name(command))) {
                continue;
            }
            for command in &setup {
                match self.command(command, stop) {
                    Err(PlayerError::Forfeit(forfeit @ Forfeit::CommandRejected { .. })) => {
                        rejection = forfeit;
                        continue 'setups;
                    }
                    other => other?,
                };
            }
            return Ok(());
        }
        Err(rejection.into())
    }

    /// Sends the time, as far as GTP can express it.
    fn send_time(
        &mut self,
        mover: Color,
        limits: &MoveLimits,
        stop: &StopToken,
    ) -> Result<(), PlayerError> {
        // Once per game; `time_left` updates the clocks.
        if !self.time_sent
            && self.supports("time_settings")
            && let Some(settings) = time_settings(mover, limits)
        {
            self.command(&settings, stop)?;
            self.time_sent = true;
        }
        if self.time_sent && self.supports("time_left") {
            for color in Color::ALL {
                if let Some(clock) = limits.clocks[color] {
                    let left = clock.remaining.as_secs();
                    self.command(&format!("time_left {color} {left} 0"), stop)?;
                }
            }
        }
        Ok(())
    }
}

impl<G: ProtocolGame> Player<G> for Gtp<G> {
    fn new_game(&mut self, _: u64, _: &StopToken) -> Result<(), PlayerError> {
        self.board = None;
        self.time_sent = false;
        Ok(())
    }

    fn choose_move(
        &mut self,
        history: &GameHistory<G>,
        limits: &MoveLimits,
        stop: &StopToken,
    ) -> Result<PlayerReply<G::Move>, PlayerError> {
        self.sync_board(history, stop)?;
        let position = history.position();
        self.send_time(position.to_move(), limits, stop)?;
        let command = format!("genmove {}", position.to_move());
        let start = Instant::now();
        self.send(&command);
        let deadline = start + limits.deadline.duration();
        let Some((text, arrival)) = self.response(&command, deadline, stop)? else {
            return Err(limits.deadline.missed(&command).into());
        };
        let mv = if text.eq_ignore_ascii_case("resign") {
            None
        } else {
            let mv = parse_engine_move(position, &text)?;
            // `genmove` plays the move on the engine's board.
            if let Some((_, moves)) = &mut self.board {
                moves.push(mv);
            }
            Some(mv)
        };
        Ok(PlayerReply {
            mv,
            info: EngineInfo::default(),
            elapsed: arrival - start,
        })
    }
}

/// `time_settings` for the clock of the player to move (main time) or its time per move (one stone
/// per byo-yomi period). GTP has no increments: `time_left` corrects the clock.
fn time_settings(mover: Color, limits: &MoveLimits) -> Option<String> {
    if let Some(clock) = limits.clocks[mover] {
        return Some(format!("time_settings {} 0 0", clock.remaining.as_secs()));
    }
    let time = limits.move_time?;
    let is_whole = time.subsec_nanos() == 0 && !time.is_zero();
    is_whole.then(|| format!("time_settings 0 {} 1", time.as_secs()))
}

#[cfg(test)]
mod tests {
    use game::PerColor;

    use super::*;
    use crate::time_control::{Clock, TimeControl, Timeouts};

    #[test]
    fn time_settings_are_whole_seconds() {
        let settings = |control: TimeControl, clock: Option<Clock>| {
            let clocks = PerColor::new(None, clock);
            time_settings(
                Color::White,
                &control.move_limits(clocks, clock, Timeouts::default()),
            )
        };
        let move_time = |milliseconds| TimeControl {
            move_time: Some(Duration::from_millis(milliseconds)),
            ..TimeControl::default()
        };
        assert_eq!(
            settings(move_time(2000), None).unwrap(),
            "time_settings 0 2 1"
        );
        assert_eq!(settings(move_time(100), None), None);
        assert_eq!(settings(move_time(2500), None), None);
        assert_eq!(settings(TimeControl::default(), None), None);
        let clock = Clock::new("60+0.6".parse().unwrap());
        assert_eq!(
            settings(TimeControl::default(), Some(clock)).unwrap(),
            "time_settings 60 0 0"
        );
    }
}
