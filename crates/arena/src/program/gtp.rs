//! The conversation with a GTP engine.
//!
//! GTP knows seconds and nothing finer, and neither nodes nor depth. A time control of whole seconds
//! is told to the engine; any other one must be set by the engine's own arguments, and the referee
//! holds it to it all the same.

use std::time::{Duration, Instant};

use game::Color;

use super::process::Process;
use super::{Program, as_start};
use crate::contest::Contest;
use crate::control::{Allowance, LONGEST, Limit};
use crate::fault::{Fault, Unanswered, excerpt};
use crate::player::{Choice, Line, Player, Stop, Thought};

/// An engine that has introduced itself.
pub(super) struct Gtp<G: Contest> {
    process: Process,
    patience: Duration,
    commands: Vec<String>,
    /// Repeated in each response, so that none is taken for another.
    last_id: u64,
    /// What stands on the engine's board: a start and the moves since, if it is known.
    board: Option<(G, Vec<G::Move>)>,
    /// Whether `time_settings` were sent in this game.
    told_time: bool,
}

impl<G: Contest> Gtp<G> {
    /// Goes through the greetings and sends the commands that the user wants sent.
    pub(super) fn greet(process: Process, program: &Program) -> Result<Self, Fault> {
        let mut engine = Self {
            process,
            patience: program.patience.min(LONGEST),
            commands: Vec::new(),
            last_id: 0,
            board: None,
            told_time: false,
        };
        let stop = Stop::default();
        let commands = engine.command("list_commands", &stop).map_err(as_start)?;
        engine.commands = commands
            .split_ascii_whitespace()
            .map(str::to_owned)
            .collect();
        for (name, value) in &program.options {
            engine
                .command(&format!("{name} {value}"), &stop)
                .map_err(as_start)?;
        }
        Ok(engine)
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Sends a command and returns what the engine answers; a refusal is an error.
    fn command(&mut self, command: &str, stop: &Stop) -> Result<String, Unanswered> {
        self.send(command);
        let deadline = Instant::now() + self.patience;
        match self.response(command, deadline, stop)? {
            Some((response, _)) => Ok(response),
            None => Err(Fault::Silence {
                question: excerpt(command),
                patience: self.patience,
            }
            .into()),
        }
    }

    fn send(&mut self, command: &str) {
        self.last_id += 1;
        self.process.say(&format!("{} {command}", self.last_id));
    }

    /// The response to the last command, up to the empty line, and when it was complete.
    fn response(
        &mut self,
        command: &str,
        deadline: Instant,
        stop: &Stop,
    ) -> Result<Option<(String, Instant)>, Unanswered> {
        let (success, failure) = (format!("={}", self.last_id), format!("?{}", self.last_id));
        let mut response: Option<(bool, Vec<String>)> = None;
        while let Some((line, came)) = self.process.next_line(deadline, stop)? {
            match &mut response {
                None => {
                    let rest = |mark: &str| {
                        let rest = line.strip_prefix(mark)?;
                        // The id 1 is not the beginning of 12.
                        (!rest.starts_with(|c: char| c.is_ascii_digit()))
                            .then(|| rest.trim().to_owned())
                    };
                    response = rest(&success)
                        .map(|first| (true, vec![first]))
                        .or_else(|| rest(&failure).map(|first| (false, vec![first])));
                }
                Some((true, lines)) if line.is_empty() => {
                    return Ok(Some((lines.join("\n"), came)));
                }
                Some((false, lines)) if line.is_empty() => {
                    return Err(Fault::Refusal {
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

    /// Brings the engine's board to the end of the line.
    fn catch_up(&mut self, line: &Line<G>, stop: &Stop) -> Result<(), Unanswered> {
        let follows = self.board.take().filter(|(start, moves)| {
            let played = line.steps().iter().map(|(_, mv)| mv);
            start.key() == line.start().key()
                && moves.len() <= line.steps().len()
                && moves.iter().zip(played).all(|(known, mv)| known == mv)
        });
        let mut moves = match follows {
            Some((_, moves)) => moves,
            None => {
                self.set_up(line.start(), stop)?;
                Vec::new()
            }
        };
        for (before, mv) in &line.steps()[moves.len()..] {
            let text = before.move_to_text(*mv);
            self.command(&format!("play {} {text}", before.to_move()), stop)?;
            moves.push(*mv);
        }
        self.board = Some((line.start().clone(), moves));
        Ok(())
    }

    /// Sets up a position in the first of the known ways that the engine accepts.
    fn set_up(&mut self, start: &G, stop: &Stop) -> Result<(), Unanswered> {
        let mut refusal = Fault::Refusal {
            command: excerpt(&start.to_text()),
            reply: "it knows no command to set up this position".to_owned(),
        };
        'ways: for way in start.gtp_setups() {
            let first_word = |command: &String| command.split(' ').next().unwrap_or("").to_owned();
            if !way.iter().all(|command| self.knows(&first_word(command))) {
                continue;
            }
            for command in &way {
                match self.command(command, stop) {
                    Err(Unanswered::Fault(fault @ Fault::Refusal { .. })) => {
                        refusal = fault;
                        continue 'ways;
                    }
                    other => other?,
                };
            }
            return Ok(());
        }
        Err(refusal.into())
    }

    /// Tells how much time there is, as far as GTP has words for it.
    fn tell_time(
        &mut self,
        mover: Color,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<(), Unanswered> {
        if !self.told_time && self.knows("time_settings") {
            // Once a game: the clock itself runs down, and time_left says how far.
            if let Some(settings) = time_settings(mover, allowance) {
                self.command(&settings, stop)?;
                self.told_time = true;
            }
        }
        if self.told_time && self.knows("time_left") {
            for color in Color::ALL {
                if let Some(clock) = allowance.clocks[color] {
                    let left = clock.remaining.as_secs();
                    self.command(&format!("time_left {color} {left} 0"), stop)?;
                }
            }
        }
        Ok(())
    }
}

impl<G: Contest> Player<G> for Gtp<G> {
    fn begin(&mut self, _: u64, _: &Stop) -> Result<(), Unanswered> {
        self.board = None;
        self.told_time = false;
        Ok(())
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Choice<G::Move>, Unanswered> {
        self.catch_up(line, stop)?;
        let position = line.position();
        self.tell_time(position.to_move(), allowance, stop)?;
        let command = format!("genmove {}", position.to_move());
        let asked = Instant::now();
        self.send(&command);
        let limit = allowance.limit;
        let Some((text, came)) = self.response(&command, asked + limit.duration(), stop)? else {
            return Err(match limit {
                Limit::Time(limit) => Fault::Time { limit },
                Limit::Patience(patience) => Fault::Silence {
                    question: command,
                    patience,
                },
            }
            .into());
        };
        let mv = if text.eq_ignore_ascii_case("resign") {
            None
        } else {
            let mv = position
                .parse_move(&text)
                .map_err(|error| Fault::IllegalMove {
                    text: excerpt(&text),
                    reason: excerpt(&error.to_string()),
                })?;
            // The engine has played it on its own board already.
            if let Some((_, moves)) = &mut self.board {
                moves.push(mv);
            }
            Some(mv)
        };
        Ok(Choice {
            mv,
            thought: Thought::default(),
            elapsed: came - asked,
        })
    }
}

/// The clock of the player to move: main time alone, or one period a move. GTP cannot say an
/// increment; the base alone is told, and `time_left` keeps it true.
fn time_settings(mover: Color, allowance: &Allowance) -> Option<String> {
    if let Some(clock) = allowance.clocks[mover] {
        return Some(format!("time_settings {} 0 0", clock.remaining.as_secs()));
    }
    let time = allowance.move_time?;
    let is_whole = time.subsec_nanos() == 0 && !time.is_zero();
    is_whole.then(|| format!("time_settings 0 {} 1", time.as_secs()))
}

#[cfg(test)]
mod tests {
    use game::PerColor;

    use super::*;
    use crate::control::{Clock, TimeControl, Tolerance};

    #[test]
    fn only_what_the_protocol_can_say_is_said() {
        let settings = |control: TimeControl, clock: Option<Clock>| {
            let clocks = PerColor::new(None, clock);
            time_settings(
                Color::White,
                &control.allowance(clocks, clock, Tolerance::default()),
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
