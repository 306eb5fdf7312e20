//! The conversation with a UCI engine.

use std::time::{Duration, Instant};

use game::{Color, PerColor};

use super::process::Process;
use super::{Program, as_start};
use crate::contest::Contest;
use crate::control::{Allowance, Clock, LONGEST, Limit};
use crate::fault::{Fault, Unanswered, excerpt};
use crate::player::{Choice, Line, Player, Remark, Stop, Thought, Value};

/// An engine that has introduced itself.
pub(super) struct Uci {
    process: Process,
    patience: Duration,
    /// Whether the match may choose the seed: the engine has one, and the user did not set it.
    takes_seed: bool,
    /// Whether the engine can be asked for several lines, and the user did not say how many.
    takes_lines: bool,
    /// Whether it has been asked for a move and has not answered.
    is_thinking: bool,
}

impl Uci {
    /// Goes through the greetings and sets the options.
    pub(super) fn greet<G: Contest>(process: Process, program: &Program) -> Result<Self, Fault> {
        let mut engine = Self {
            process,
            patience: program.patience.min(LONGEST),
            takes_seed: false,
            takes_lines: false,
            is_thinking: false,
        };
        let mut offered = Vec::new();
        engine
            .ask("uci", &Stop::default(), |line| {
                offered.extend(option_name(line).map(str::to_owned));
                (line == "uciok").then_some(())
            })
            .map_err(as_start)?;
        let offers = |name: &str| offered.iter().any(|offer| offer.eq_ignore_ascii_case(name));
        for (name, value) in &program.options {
            if !offers(name) {
                return Err(Fault::Start(format!("it has no option {name:?}")));
            }
            engine.set_option(name, value);
        }
        let is_set = |name: &str| {
            program
                .options
                .iter()
                .any(|(set, _)| set.eq_ignore_ascii_case(name))
        };
        if offers("UCI_Variant") && !is_set("UCI_Variant") {
            engine.set_option("UCI_Variant", G::UCI_VARIANT);
        }
        engine.takes_seed = offers("Seed") && !is_set("Seed");
        engine.takes_lines = offers("MultiPV") && !is_set("MultiPV");
        engine
            .wait_until_ready(&Stop::default())
            .map_err(as_start)?;
        Ok(engine)
    }

    fn set_option(&self, name: &str, value: &str) {
        self.process
            .say(&format!("setoption name {name} value {value}"));
    }

    fn ask<T>(
        &mut self,
        question: &str,
        stop: &Stop,
        is_answer: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Unanswered> {
        self.process.say(question);
        self.process
            .answer(question, self.patience, stop, is_answer)
    }

    /// Everything said before the answer belongs to the past, a second `bestmove` included.
    fn wait_until_ready(&mut self, stop: &Stop) -> Result<(), Unanswered> {
        self.ask("isready", stop, |line| (line == "readyok").then_some(()))
    }
}

impl<G: Contest> Player<G> for Uci {
    fn begin(&mut self, seed: u64, stop: &Stop) -> Result<(), Unanswered> {
        if self.takes_seed {
            // 0 means another seed every time, and engines differ in how large a seed may be.
            self.set_option("Seed", &(seed % 0x7fff_ffff + 1).to_string());
        }
        self.process.say("ucinewgame");
        self.wait_until_ready(stop)
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Choice<G::Move>, Unanswered> {
        self.think(line, allowance, stop, &mut |_| {})
    }

    fn analyse(
        &mut self,
        line: &Line<G>,
        lines: usize,
        allowance: &Allowance,
        stop: &Stop,
        tell: &mut dyn FnMut(Remark<G::Move>),
    ) -> Result<Choice<G::Move>, Unanswered> {
        if self.takes_lines {
            self.set_option("MultiPV", &lines.max(1).to_string());
        }
        let answer = self.think(line, allowance, stop, tell);
        if answer == Err(Unanswered::Stopped) {
            self.fall_silent()?;
        }
        answer
    }
}

impl Uci {
    fn think<G: Contest>(
        &mut self,
        line: &Line<G>,
        allowance: &Allowance,
        stop: &Stop,
        tell: &mut dyn FnMut(Remark<G::Move>),
    ) -> Result<Choice<G::Move>, Unanswered> {
        self.process.say(&position(line));
        self.wait_until_ready(stop)?;
        let asked = Instant::now();
        self.process.say(&go(allowance));
        self.is_thinking = true;
        let limit = allowance.limit.duration();
        let mut thought = Thought::default();
        while let Some((answer, came)) = self.process.next_line(asked + limit, stop)? {
            let words: Vec<&str> = answer.split_ascii_whitespace().collect();
            match words[..] {
                ["info", ref rest @ ..] => {
                    read_info(rest, &mut thought);
                    if let Some(remark) = read_remark(line.position(), rest) {
                        tell(remark);
                    }
                }
                ["bestmove", text, ..] => {
                    self.is_thinking = false;
                    return Ok(Choice {
                        mv: read_move(line.position(), text)?,
                        thought,
                        elapsed: came - asked,
                    });
                }
                ["bestmove"] => return Err(Fault::Nonsense(excerpt(&answer)).into()),
                _ => {}
            }
        }
        Err(match allowance.limit {
            Limit::Time(limit) => Fault::Time { limit },
            Limit::Patience(patience) => Fault::Silence {
                question: go(allowance),
                patience,
            },
        }
        .into())
    }

    /// Ends the thinking about a question that nobody asks any more, so that its answer is not taken for the next one's.
    fn fall_silent(&mut self) -> Result<(), Unanswered> {
        if std::mem::take(&mut self.is_thinking) {
            self.ask("stop", &Stop::default(), |line| {
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

fn position<G: Contest>(line: &Line<G>) -> String {
    let mut text = format!("position {}", line.start().uci_position());
    if !line.steps().is_empty() {
        text.push_str(" moves");
    }
    for (before, mv) in line.steps() {
        text.push(' ');
        text.push_str(&before.uci_move(*mv));
    }
    text
}

fn go(allowance: &Allowance) -> String {
    let mut text = "go".to_owned();
    let mut add = |word: &str, number: Option<u128>| {
        if let Some(number) = number {
            text.push_str(&format!(" {word} {number}"));
        }
    };
    let clocks: &PerColor<Option<Clock>> = &allowance.clocks;
    for (color, time, increment) in [
        (Color::White, "wtime", "winc"),
        (Color::Black, "btime", "binc"),
    ] {
        add(time, clocks[color].map(|clock| clock.remaining.as_millis()));
        add(
            increment,
            clocks[color].map(|clock| clock.increment.as_millis()),
        );
    }
    add("movetime", allowance.move_time.map(|time| time.as_millis()));
    add("nodes", allowance.nodes.map(u128::from));
    add("depth", allowance.depth.map(u128::from));
    text
}

/// `(none)` and its kin say that there is no move, which can only be a way to give up.
fn read_move<G: Contest>(position: &G, text: &str) -> Result<Option<G::Move>, Fault> {
    if matches!(text, "(none)" | "0000" | "resign" | "none") {
        return Ok(None);
    }
    let mv = position
        .parse_move(text)
        .map_err(|error| Fault::IllegalMove {
            text: excerpt(text),
            reason: excerpt(&error.to_string()),
        })?;
    Ok(Some(mv))
}

/// Takes what an `info` line says about the best line so far; other lines, such as those of a
/// second choice, leave it as it was.
fn read_info(words: &[&str], thought: &mut Thought) {
    let facts = facts(words);
    if number(facts, "multipv").is_some_and(|rank| rank != 1) {
        return;
    }
    let said = read_thought(facts);
    thought.value = said.value.or(thought.value);
    thought.depth = said.depth.or(thought.depth);
    thought.nodes = said.nodes.or(thought.nodes);
}

/// What an `info` line says about a line of play, if it names one.
fn read_remark<G: Contest>(position: &G, words: &[&str]) -> Option<Remark<G::Move>> {
    let facts = facts(words);
    let ["pv", line @ ..] = &words[facts.len()..] else {
        return None;
    };
    let rank = number(facts, "multipv").map_or(Ok(1), usize::try_from);
    let mut position = position.clone();
    let mut moves = Vec::new();
    for text in line {
        let Ok(mv) = position.parse_move(text) else {
            break;
        };
        position.play(mv);
        moves.push(mv);
    }
    (!moves.is_empty()).then_some(Remark {
        rank: rank.ok().filter(|&rank| rank > 0)?,
        moves,
        thought: read_thought(facts),
    })
}

/// The words of an `info` line before those that can be anything.
fn facts<'a, 'w>(words: &'a [&'w str]) -> &'a [&'w str] {
    let ends = words
        .iter()
        .position(|&word| matches!(word, "pv" | "string"));
    &words[..ends.unwrap_or(words.len())]
}

/// The number that follows a word.
fn number(facts: &[&str], name: &str) -> Option<i64> {
    let at = facts.iter().position(|&word| word == name)?;
    facts.get(at + 1)?.parse().ok()
}

fn read_thought(facts: &[&str]) -> Thought {
    let value = match (number(facts, "cp"), number(facts, "mate")) {
        (_, Some(moves)) if moves > 0 => Some(Value::WinIn(moves.unsigned_abs())),
        (_, Some(moves)) => Some(Value::LossIn(moves.unsigned_abs())),
        (hundredths, None) => hundredths.map(Value::Estimate),
    };
    let unsigned = |name| number(facts, name).and_then(|number| u64::try_from(number).ok());
    Thought {
        value,
        depth: unsigned("depth").and_then(|depth| u32::try_from(depth).ok()),
        nodes: unsigned("nodes"),
    }
}

#[cfg(test)]
mod tests {
    use amazons::{Game, Position};

    use super::*;
    use crate::control::{TimeControl, Tolerance};

    #[test]
    fn options_are_recognised() {
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
    fn positions_are_told_with_all_moves() {
        let mut line = Line::new(Position::standard_start());
        assert_eq!(position(&line), "position startpos");
        line.push(line.position().parse_move("d1-d7/g7").unwrap());
        line.push(line.position().parse_move("a7-b7/b2").unwrap());
        assert_eq!(
            position(&line),
            "position startpos moves d1d7,d7g7 a7b7,b7b2"
        );
        let line = Line::new(Position::parse("x.o b").unwrap());
        assert_eq!(position(&line), "position fen q1Q b - - 0 1");
    }

    #[test]
    fn limits_are_told_in_the_words_of_the_protocol() {
        let tolerance = Tolerance::default();
        let words = |control: TimeControl, clocks: PerColor<Option<Clock>>| {
            go(&control.allowance(clocks, clocks[Color::White], tolerance))
        };
        let control = TimeControl {
            move_time: Some(Duration::from_millis(100)),
            nodes: Some(5),
            depth: Some(3),
            ..TimeControl::default()
        };
        assert_eq!(
            words(control, PerColor::default()),
            "go movetime 100 nodes 5 depth 3"
        );
        let clock = Clock::new("60+0.6".parse().unwrap());
        let clocks = PerColor::new(Some(clock), Some(clock));
        assert_eq!(
            words(TimeControl::default(), clocks),
            "go wtime 60000 winc 600 btime 60000 binc 600"
        );
    }

    #[test]
    fn infos_are_read_as_far_as_they_go() {
        let mut thought = Thought::default();
        let mut read = |text: &str| {
            read_info(&text.split(' ').collect::<Vec<_>>(), &mut thought);
            (thought.value, thought.depth, thought.nodes)
        };
        let estimate = Some(Value::Estimate(-35));
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
        assert_eq!(read("depth 8 score mate -3").0, Some(Value::LossIn(3)));
        assert_eq!(read("depth 8 score mate 2").0, Some(Value::WinIn(2)));
        assert_eq!(read("score").0, Some(Value::WinIn(2)));
    }

    #[test]
    fn lines_of_play_are_read_as_far_as_they_are_legal() {
        let position = Position::standard_start();
        let read = |text: &str| read_remark(&position, &text.split(' ').collect::<Vec<_>>());
        let remark = read("depth 3 multipv 2 score cp 7 nodes 9 pv d1d7,d7g7 a7b7,b7b2 e2e4");
        let remark = remark.expect("a line");
        assert_eq!((remark.rank, remark.moves.len()), (2, 2));
        assert_eq!(remark.thought.value, Some(Value::Estimate(7)));
        assert_eq!(
            read("depth 1 pv d1d7,d7g7").map(|remark| remark.rank),
            Some(1)
        );
        for nothing in [
            "depth 3 score cp 7",
            "pv",
            "pv e2e4",
            "multipv -1 pv d1d7,d7g7",
            "string pv d1d7,d7g7",
        ] {
            assert_eq!(read(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn moves_are_checked() {
        let position = Position::standard_start();
        let legal = position.parse_move("d1-d7/g7").unwrap();
        assert_eq!(read_move(&position, "d1d7,d7g7"), Ok(Some(legal)));
        assert_eq!(read_move(&position, "(none)"), Ok(None));
        for bad in ["e2e4", "d1d10,d10d9", "bestmove"] {
            assert!(
                matches!(read_move(&position, bad), Err(Fault::IllegalMove { .. })),
                "{bad}"
            );
        }
    }
}
