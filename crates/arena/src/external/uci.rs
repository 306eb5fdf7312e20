//! UCI engines.

use std::time::{Duration, Instant};

use game::Color;

use super::process::EngineProcess;
use super::{ExternalEngine, parse_engine_move};
use crate::forfeit::{Forfeit, PlayerError, excerpt};
use crate::player::{EngineInfo, EngineScore, GameHistory, Player, PlayerReply, PvInfo, StopToken};
use crate::protocol_game::ProtocolGame;
use crate::time_control::{MAX_TIMEOUT, MoveLimits};

/// A UCI engine after the handshake.
pub(super) struct Uci {
    process: EngineProcess,
    response_timeout: Duration,
    /// Whether the match chooses the seed: the engine has the option and the user did not set it.
    supports_seed: bool,
    /// Whether the match chooses the number of lines, likewise.
    supports_multipv: bool,
    /// Whether a `go` has no `bestmove` yet.
    is_searching: bool,
}

impl Uci {
    /// Performs the handshake and sets the options.
    pub(super) fn handshake<G: ProtocolGame>(
        process: EngineProcess,
        config: &ExternalEngine,
    ) -> Result<Box<dyn Player<G>>, PlayerError> {
        let mut engine = Self {
            process,
            response_timeout: config.response_timeout.min(MAX_TIMEOUT),
            supports_seed: false,
            supports_multipv: false,
            is_searching: false,
        };
        let stop = StopToken::default();
        let mut available = Vec::new();
        engine.request("uci", &stop, |line| {
            available.extend(option_name(line).map(str::to_owned));
            (line == "uciok").then_some(())
        })?;
        let has_option = |name: &str| {
            let mut available = available.iter();
            available.any(|option| option.eq_ignore_ascii_case(name))
        };
        for (name, value) in &config.options {
            if !has_option(name) {
                let reason = format!("the engine has no option {name:?}");
                return Err(Forfeit::StartFailed(reason).into());
            }
            engine.set_option(name, value);
        }
        let is_free = |name: &str| {
            let mut options = config.options.iter();
            has_option(name) && !options.any(|(set, _)| set.eq_ignore_ascii_case(name))
        };
        if is_free("UCI_Variant") {
            engine.set_option("UCI_Variant", G::UCI_VARIANT);
        }
        engine.supports_seed = is_free("Seed");
        engine.supports_multipv = is_free("MultiPV");
        engine.wait_until_ready(&stop)?;
        Ok(Box::new(engine))
    }

    fn set_option(&self, name: &str, value: &str) {
        self.process
            .send_line(&format!("setoption name {name} value {value}"));
    }

    fn request<T>(
        &mut self,
        command: &str,
        stop: &StopToken,
        parse_response: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, PlayerError> {
        self.process
            .request(command, self.response_timeout, stop, parse_response)
    }

    /// Skips all output before `readyok`, such as a second `bestmove`.
    fn wait_until_ready(&mut self, stop: &StopToken) -> Result<(), PlayerError> {
        self.request("isready", stop, |line| (line == "readyok").then_some(()))
    }
}

impl<G: ProtocolGame> Player<G> for Uci {
    fn new_game(&mut self, seed: u64, stop: &StopToken) -> Result<(), PlayerError> {
        if self.supports_seed {
            // Seed 0 would differ each time, and the maximum differs between engines.
            self.set_option("Seed", &(seed % 0x7fff_ffff + 1).to_string());
        }
        self.process.send_line("ucinewgame");
        self.wait_until_ready(stop)
    }

    fn choose_move(
        &mut self,
        history: &GameHistory<G>,
        limits: &MoveLimits,
        stop: &StopToken,
    ) -> Result<PlayerReply<G::Move>, PlayerError> {
        self.search(history, limits, stop, &mut |_| {})
    }

    fn analyze(
        &mut self,
        history: &GameHistory<G>,
        multipv: usize,
        limits: &MoveLimits,
        stop: &StopToken,
        listener: &mut dyn FnMut(PvInfo<G::Move>),
    ) -> Result<PlayerReply<G::Move>, PlayerError> {
        if self.supports_multipv {
            self.set_option("MultiPV", &multipv.max(1).to_string());
        }
        let reply = self.search(history, limits, stop, listener);
        if reply == Err(PlayerError::Stopped) {
            self.stop_search()?;
        }
        reply
    }
}

impl Uci {
    fn search<G: ProtocolGame>(
        &mut self,
        history: &GameHistory<G>,
        limits: &MoveLimits,
        stop: &StopToken,
        listener: &mut dyn FnMut(PvInfo<G::Move>),
    ) -> Result<PlayerReply<G::Move>, PlayerError> {
        self.process.send_line(&position_command(history));
        self.wait_until_ready(stop)?;
        let start = Instant::now();
        let go = go_command(limits);
        self.process.send_line(&go);
        self.is_searching = true;
        let deadline = start + limits.deadline.duration();
        let mut info = EngineInfo::default();
        while let Some((line, arrival)) = self.process.next_line(deadline, stop)? {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            match words[..] {
                ["info", ref rest @ ..] => {
                    update_info(rest, &mut info);
                    if let Some(pv_info) = parse_pv_info(history.position(), rest) {
                        listener(pv_info);
                    }
                }
                ["bestmove", text, ..] => {
                    self.is_searching = false;
                    return Ok(PlayerReply {
                        mv: parse_best_move(history.position(), text)?,
                        info,
                        elapsed: arrival - start,
                    });
                }
                ["bestmove"] => return Err(Forfeit::ProtocolViolation(excerpt(&line)).into()),
                _ => {}
            }
        }
        Err(limits.deadline.missed(&go).into())
    }

    /// Stops an abandoned search and skips its `bestmove`.
    fn stop_search(&mut self) -> Result<(), PlayerError> {
        if std::mem::take(&mut self.is_searching) {
            self.request("stop", &StopToken::default(), |line| {
                line.starts_with("bestmove").then_some(())
            })?;
        }
        Ok(())
    }
}

/// The name in `option name NAME type …`.
fn option_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("option name ")?;
    Some(rest.split(" type ").next().unwrap_or(rest).trim())
}

fn position_command<G: ProtocolGame>(history: &GameHistory<G>) -> String {
    let mut text = format!("position {}", history.start().uci_position());
    if !history.moves_with_positions().is_empty() {
        text.push_str(" moves");
    }
    for (position, mv) in history.moves_with_positions() {
        text.push(' ');
        text.push_str(&position.uci_move(*mv));
    }
    text
}

fn go_command(limits: &MoveLimits) -> String {
    let mut text = "go".to_owned();
    let mut add = |word: &str, number: Option<u128>| {
        if let Some(number) = number {
            text.push_str(&format!(" {word} {number}"));
        }
    };
    for (color, time, increment) in [
        (Color::White, "wtime", "winc"),
        (Color::Black, "btime", "binc"),
    ] {
        let clock = limits.clocks[color];
        add(time, clock.map(|clock| clock.remaining.as_millis()));
        add(increment, clock.map(|clock| clock.increment.as_millis()));
    }
    add("movetime", limits.move_time.map(|time| time.as_millis()));
    add("nodes", limits.nodes.map(u128::from));
    add("depth", limits.depth.map(u128::from));
    text
}

/// Parses the move of `bestmove`. `(none)` and its variants resign.
fn parse_best_move<G: ProtocolGame>(position: &G, text: &str) -> Result<Option<G::Move>, Forfeit> {
    if matches!(text, "(none)" | "0000" | "resign" | "none") {
        return Ok(None);
    }
    parse_engine_move(position, text).map(Some)
}

/// Updates the information about the best line; ignores lines of other ranks.
fn update_info(words: &[&str], info: &mut EngineInfo) {
    let fields = info_fields(words);
    if number(fields, "multipv").is_some_and(|multipv| multipv != 1) {
        return;
    }
    let new = parse_engine_info(fields);
    info.score = new.score.or(info.score);
    info.depth = new.depth.or(info.depth);
    info.nodes = new.nodes.or(info.nodes);
}

/// Parses an `info` line with a `pv`, up to its first illegal move.
fn parse_pv_info<G: ProtocolGame>(position: &G, words: &[&str]) -> Option<PvInfo<G::Move>> {
    let fields = info_fields(words);
    let ["pv", moves @ ..] = &words[fields.len()..] else {
        return None;
    };
    let multipv = number(fields, "multipv").map_or(Ok(1), usize::try_from);
    let mut position = position.clone();
    let mut pv = Vec::new();
    for text in moves {
        let Ok(mv) = position.parse_move(text) else {
            break;
        };
        position.play(mv);
        pv.push(mv);
    }
    (!pv.is_empty()).then_some(PvInfo {
        multipv: multipv.ok().filter(|&multipv| multipv > 0)?,
        pv,
        info: parse_engine_info(fields),
    })
}

/// The words of an `info` line before `pv` or `string`.
fn info_fields<'a, 'w>(words: &'a [&'w str]) -> &'a [&'w str] {
    let end = words
        .iter()
        .position(|&word| matches!(word, "pv" | "string"));
    &words[..end.unwrap_or(words.len())]
}

/// The number after a word.
fn number(fields: &[&str], name: &str) -> Option<i64> {
    let index = fields.iter().position(|&word| word == name)?;
    fields.get(index + 1)?.parse().ok()
}

fn parse_engine_info(fields: &[&str]) -> EngineInfo {
    let score = match (number(fields, "cp"), number(fields, "mate")) {
        (_, Some(moves)) if moves > 0 => Some(EngineScore::WinIn(moves.unsigned_abs())),
        (_, Some(moves)) => Some(EngineScore::LossIn(moves.unsigned_abs())),
        (centi, None) => centi.map(EngineScore::Centi),
    };
    let unsigned = |name| number(fields, name).and_then(|number| u64::try_from(number).ok());
    EngineInfo {
        score,
        depth: unsigned("depth").and_then(|depth| u32::try_from(depth).ok()),
        nodes: unsigned("nodes"),
    }
}

#[cfg(test)]
mod tests {
    use amazons::{Game, Position};
    use game::PerColor;

    use super::*;
    use crate::time_control::{Clock, TimeControl, Timeouts};

    #[test]
    fn option_names_are_parsed() {
        assert_eq!(
            option_name("option name MultiPV type spin default 1"),
            Some("MultiPV")
        );
        assert_eq!(
            option_name("option name Clear Hash type button"),
            Some("Clear Hash")
        );
        assert_eq!(option_name("id name option"), None);
    }

    #[test]
    fn positions_are_sent_with_all_moves() {
        let mut history = GameHistory::new(Position::standard_start());
        assert_eq!(position_command(&history), "position startpos");
        history.push(history.position().parse_move("d1-d7/g7").unwrap());
        history.push(history.position().parse_move("a7-b7/b2").unwrap());
        assert_eq!(
            position_command(&history),
            "position startpos moves d1d7,d7g7 a7b7,b7b2"
        );
        let history = GameHistory::new(Position::parse("x.o b").unwrap());
        assert_eq!(position_command(&history), "position fen q1Q b - - 0 1");
    }

    #[test]
    fn limits_are_sent_in_go() {
        let timeouts = Timeouts::default();
        let command = |control: TimeControl, clocks: PerColor<Option<Clock>>| {
            go_command(&control.move_limits(clocks, clocks[Color::White], timeouts))
        };
        let control = TimeControl {
            move_time: Some(Duration::from_millis(100)),
            nodes: Some(5),
            depth: Some(3),
            ..TimeControl::default()
        };
        assert_eq!(
            command(control, PerColor::default()),
            "go movetime 100 nodes 5 depth 3"
        );
        let clock = Clock::new("60+0.6".parse().unwrap());
        let clocks = PerColor::new(Some(clock), Some(clock));
        assert_eq!(
            command(TimeControl::default(), clocks),
            "go wtime 60000 winc 600 btime 60000 binc 600"
        );
    }

    #[test]
    fn info_of_the_best_line_is_collected() {
        let mut info = EngineInfo::default();
        let mut read = |text: &str| {
            update_info(&text.split(' ').collect::<Vec<_>>(), &mut info);
            (info.score, info.depth, info.nodes)
        };
        let estimate = Some(EngineScore::Centi(-35));
        assert_eq!(
            read("depth 7 multipv 1 score cp -35 nodes 900 pv nodes 5"),
            (estimate, Some(7), Some(900))
        );
        assert_eq!(
            read("depth 9 multipv 2 score cp 99 nodes 999"),
            (estimate, Some(7), Some(900))
        );
        assert_eq!(
            read("depth x nodes -4 string score cp 1"),
            (estimate, Some(7), Some(900))
        );
        assert_eq!(
            read("depth 8 score mate -3").0,
            Some(EngineScore::LossIn(3))
        );
        assert_eq!(read("depth 8 score mate 2").0, Some(EngineScore::WinIn(2)));
        assert_eq!(read("score").0, Some(EngineScore::WinIn(2)));
    }

    #[test]
    fn pvs_are_parsed_up_to_the_first_illegal_move() {
        let position = Position::standard_start();
        let read = |text: &str| parse_pv_info(&position, &text.split(' ').collect::<Vec<_>>());
        let pv_info = read("depth 3 multipv 2 score cp 7 nodes 9 pv d1d7,d7g7 a7b7,b7b2 e2e4");
        let pv_info = pv_info.expect("a line");
        assert_eq!((pv_info.multipv, pv_info.pv.len()), (2, 2));
        assert_eq!(pv_info.info.score, Some(EngineScore::Centi(7)));
        assert_eq!(
            read("depth 1 pv d1d7,d7g7").map(|pv_info| pv_info.multipv),
            Some(1)
        );
        for invalid in [
            "depth 3 score cp 7",
            "pv",
            "pv e2e4",
            "multipv -1 pv d1d7,d7g7",
            "string pv d1d7,d7g7",
        ] {
            assert_eq!(read(invalid), None, "{invalid}");
        }
    }

    #[test]
    fn best_moves_are_parsed() {
        let position = Position::standard_start();
        let legal = position.parse_move("d1-d7/g7").unwrap();
        assert_eq!(parse_best_move(&position, "d1d7,d7g7"), Ok(Some(legal)));
        assert_eq!(parse_best_move(&position, "(none)"), Ok(None));
        for bad in ["e2e4", "d1d10,d10d9", "bestmove"] {
            assert!(
                matches!(
                    parse_best_move(&position, bad),
                    Err(Forfeit::IllegalMove { .. })
                ),
                "{bad}"
            );
        }
    }
}
