//! Engine of a match as fields: `name=NAME,cmd=COMMAND,protocol=uci,option.NAME=VALUE`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use amazons::Position;
use arena::BuiltinEngine;
use arena::Participant;
use arena::external::{
    ExternalEngine, ParseProtocolError, Protocol, UnclosedQuoteError, split_words,
};
use arena::player::PlayerFactory;
use arena::time_control::{ParseClockError, TimeControl};
use engine::OptionError;
use thiserror::Error;

/// What all engines of a match share.
pub(super) struct MatchDefaults<'a> {
    /// Timeout for replies without a clock.
    pub timeout: Duration,
    /// Directory for logs of standard error.
    pub dir: Option<&'a Path>,
    /// Limits of engines without limits of their own.
    pub control: TimeControl,
}

/// Why the fields do not describe an engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum ParseEngineError {
    #[error(
        "unknown field {0:?}; known: name=, builtin, cmd=, protocol=, dir=, option.NAME=, time=, tc=, \
         nodes=, depth="
    )]
    UnknownField(String),
    #[error("give exactly one of `builtin` and `cmd=`")]
    NoEngine,
    #[error("{0} is only for external engines")]
    ExternalOnly(&'static str),
    #[error("{0} must be greater than 0, not {1:?}")]
    InvalidNumber(String, String),
    #[error("the name is empty")]
    EmptyName,
    #[error(transparent)]
    UnclosedQuote(#[from] UnclosedQuoteError),
    #[error(transparent)]
    Protocol(#[from] ParseProtocolError),
    #[error(transparent)]
    Clock(#[from] ParseClockError),
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// Parsed fields.
#[derive(Default)]
struct EngineFields {
    name: Option<String>,
    is_builtin: bool,
    command: Option<Vec<String>>,
    protocol: Option<Protocol>,
    working_dir: Option<PathBuf>,
    options: Vec<(String, String)>,
    control: TimeControl,
}

impl EngineFields {
    fn parse(text: &str) -> Result<Self, ParseEngineError> {
        let mut fields = Self::default();
        for field in split_words(text, |character| character == ',', false)? {
            let field = field.trim();
            let unknown = || ParseEngineError::UnknownField(field.to_owned());
            // `engine` is the former spelling.
            if field == "builtin" || field == "engine" {
                fields.is_builtin = true;
                continue;
            }
            let (key, value) = field.split_once('=').ok_or_else(unknown)?;
            let unquoted = split_words(value, |_| false, true)?.concat();
            match key {
                "name" if unquoted.is_empty() => return Err(ParseEngineError::EmptyName),
                "name" => fields.name = Some(unquoted),
                "cmd" => fields.command = Some(split_words(value, char::is_whitespace, true)?),
                "protocol" => fields.protocol = Some(unquoted.parse()?),
                "dir" => fields.working_dir = Some(unquoted.into()),
                "time" => fields.control.move_time = Some(parse_seconds(key, &unquoted)?),
                // Former spelling, in milliseconds.
                "movetime" => {
                    let millis = parse_number(key, &unquoted)?;
                    fields.control.move_time = Some(Duration::from_millis(millis));
                }
                "tc" => fields.control.clock = Some(unquoted.parse()?),
                "nodes" => fields.control.nodes = Some(parse_number(key, &unquoted)?),
                "depth" => fields.control.depth = Some(parse_number(key, &unquoted)?),
                _ => match key.strip_prefix("option.") {
                    Some(name) if !name.is_empty() => {
                        fields.options.push((name.to_owned(), unquoted))
                    }
                    _ => return Err(unknown()),
                },
            }
        }
        Ok(fields)
    }

    /// Number of threads by the option Threads.
    fn thread_count(&self) -> usize {
        let mut options = self.options.iter();
        let set = options.find(|(name, _)| name.eq_ignore_ascii_case("Threads"));
        set.and_then(|(_, value)| value.parse().ok()).unwrap_or(1)
    }

    fn default_name(&self) -> String {
        let command = self.command.as_ref().and_then(|words| words.first());
        let stem = command.and_then(|program| Path::new(program).file_stem());
        stem.map_or("engine".to_owned(), |stem| {
            stem.to_string_lossy().into_owned()
        })
    }

    fn source(
        self,
        name: &str,
        defaults: &MatchDefaults,
    ) -> Result<Arc<dyn PlayerFactory<Position>>, ParseEngineError> {
        match (self.is_builtin, self.command) {
            (true, None) => {
                if self.protocol.is_some() {
                    return Err(ParseEngineError::ExternalOnly("protocol="));
                }
                if self.working_dir.is_some() {
                    return Err(ParseEngineError::ExternalOnly("dir="));
                }
                Ok(Arc::new(BuiltinEngine::new(self.options)?))
            }
            (false, Some(command)) if !command.is_empty() => Ok(Arc::new(ExternalEngine {
                command,
                working_dir: self.working_dir,
                protocol: self.protocol.unwrap_or(Protocol::Uci),
                options: self.options,
                stderr_log: defaults.dir.map(|dir| dir.join(log_name(name))),
                response_timeout: defaults.timeout,
            })),
            _ => Err(ParseEngineError::NoEngine),
        }
    }
}

/// Parses the fields of an engine. Returns it with its number of threads.
pub(super) fn parse_engine(
    text: &str,
    defaults: &MatchDefaults,
) -> Result<(Participant<Position>, usize), ParseEngineError> {
    let fields = EngineFields::parse(text)?;
    let threads = fields.thread_count();
    let name = fields.name.clone().unwrap_or_else(|| fields.default_name());
    let control = if fields.control == TimeControl::default() {
        defaults.control
    } else {
        fields.control
    };
    let contestant = Participant {
        factory: fields.source(&name, defaults)?,
        name,
        time_control: control,
    };
    Ok((contestant, threads))
}

fn parse_number<T: TryFrom<u64>>(key: &str, value: &str) -> Result<T, ParseEngineError> {
    let number = value.parse::<u64>().ok().filter(|&number| number > 0);
    number
        .and_then(|number| T::try_from(number).ok())
        .ok_or_else(|| ParseEngineError::InvalidNumber(key.to_owned(), value.to_owned()))
}

fn parse_seconds(key: &str, value: &str) -> Result<Duration, ParseEngineError> {
    let time = value.parse().ok().map(Duration::try_from_secs_f64);
    match time {
        Some(Ok(time)) if !time.is_zero() => Ok(time),
        _ => Err(ParseEngineError::InvalidNumber(
            key.to_owned(),
            value.to_owned(),
        )),
    }
}

/// File name for the standard error of an engine with any name.
fn log_name(name: &str) -> String {
    let is_kept = |character: char| character.is_alphanumeric() || "-_.+".contains(character);
    let stem = name
        .trim_start_matches('.')
        .replace(|character| !is_kept(character), "_");
    format!("{stem}.stderr.log")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<(String, String, String), ParseEngineError> {
        let defaults = MatchDefaults {
            timeout: Duration::from_secs(1),
            dir: Some(Path::new("match")),
            control: TimeControl {
                nodes: Some(5),
                ..TimeControl::default()
            },
        };
        parse_engine(text, &defaults).map(|(contestant, _)| {
            (
                contestant.name,
                contestant.factory.description(),
                contestant.time_control.to_string(),
            )
        })
    }

    fn expect(text: &str, name: &str, source: &str, control: &str) {
        let parts = (name.to_owned(), source.to_owned(), control.to_owned());
        assert_eq!(parse(text), Ok(parts), "{text}");
    }

    #[test]
    fn engines_are_parsed() {
        expect("builtin", "engine", "engine", "nodes 5");
        expect("engine", "engine", "engine", "nodes 5");
        expect(
            "name=a b,builtin,option.Seed=7",
            "a b",
            "engine Seed=7",
            "nodes 5",
        );
        expect(
            "cmd=./bin/some.exe",
            "some",
            "uci ./bin/some.exe",
            "nodes 5",
        );
        expect(
            r#"name="x, y",cmd=python3 "my player.py" -v,protocol=gtp,option.level=3,tc=10+0.1"#,
            "x, y",
            "gtp python3 my player.py -v level=3",
            "tc 10+0.1",
        );
        expect(
            "builtin,time=0.1,depth=3",
            "engine",
            "engine",
            "movetime 100 depth 3",
        );
        expect("builtin,movetime=100", "engine", "engine", "movetime 100");
    }

    #[test]
    fn invalid_fields_are_reported() {
        for (text, error) in [
            ("", ParseEngineError::NoEngine),
            (
                "builtin,,name=a",
                ParseEngineError::UnknownField(String::new()),
            ),
            ("name=a", ParseEngineError::NoEngine),
            ("builtin,cmd=x", ParseEngineError::NoEngine),
            ("cmd=", ParseEngineError::NoEngine),
            (
                "builtin,protocol=uci",
                ParseEngineError::ExternalOnly("protocol="),
            ),
            (
                "builtin,nodes=0",
                ParseEngineError::InvalidNumber("nodes".into(), "0".into()),
            ),
            (
                "builtin,depth=99999999999",
                ParseEngineError::InvalidNumber("depth".into(), "99999999999".into()),
            ),
            ("builtin,name=", ParseEngineError::EmptyName),
            (
                "builtin,option.=3",
                ParseEngineError::UnknownField("option.=3".into()),
            ),
            (
                "builtin,speed=3",
                ParseEngineError::UnknownField("speed=3".into()),
            ),
            (
                "cmd=x,protocol=usi",
                ParseEngineError::Protocol(ParseProtocolError("usi".into())),
            ),
            (
                "cmd='x",
                ParseEngineError::UnclosedQuote(UnclosedQuoteError('\'', "cmd='x".into())),
            ),
            (
                "builtin,option.Nothing=3",
                ParseEngineError::Option(OptionError::Unknown("Nothing".into())),
            ),
        ] {
            assert_eq!(parse(text), Err(error), "{text}");
        }
    }

    #[test]
    fn thread_count_is_that_of_the_option() {
        let threads = |text: &str| EngineFields::parse(text).unwrap().thread_count();
        assert_eq!(threads("cmd=x,option.Hash=9"), 1);
        assert_eq!(threads("cmd=x,option.threads=4"), 4);
    }

    #[test]
    fn log_names_stay_in_the_directory() {
        assert_eq!(log_name("../a b/ü"), "_a_b_ü.stderr.log");
    }
}
