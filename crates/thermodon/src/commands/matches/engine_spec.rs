//! Engine of a match as fields: `name=NAME,cmd=COMMAND,protocol=uci,option.NAME=VALUE`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use amazons::Position;
use anyhow::{Context, bail};
use arena::BuiltinEngine;
use arena::Participant;
use arena::external::{ExternalEngine, Protocol, split_words};
use arena::player::PlayerFactory;
use arena::time_control::TimeControl;

/// What all engines of a match share.
pub(super) struct MatchDefaults<'a> {
    /// Timeout for replies without a clock.
    pub timeout: Duration,
    /// Directory for logs of standard error.
    pub dir: Option<&'a Path>,
    /// Limits of engines without limits of their own.
    pub control: TimeControl,
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
    fn parse(text: &str) -> anyhow::Result<Self> {
        let mut fields = Self::default();
        for field in split_words(text, |character| character == ',', false)? {
            let field = field.trim();
            let unknown = || {
                format!(
                    "unknown field {field:?}; known: name=, builtin, cmd=, protocol=, dir=, \
                     option.NAME=, time=, tc=, nodes=, depth="
                )
            };
            // `engine` is the former spelling.
            if field == "builtin" || field == "engine" {
                fields.is_builtin = true;
                continue;
            }
            let (key, value) = field.split_once('=').with_context(unknown)?;
            let unquoted = split_words(value, |_| false, true)?.concat();
            match key {
                "name" if unquoted.is_empty() => bail!("the name is empty"),
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
                    _ => bail!(unknown()),
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
    ) -> anyhow::Result<Arc<dyn PlayerFactory<Position>>> {
        match (self.is_builtin, self.command) {
            (true, None) if self.protocol.is_some() => {
                bail!("protocol= is only for external engines")
            }
            (true, None) if self.working_dir.is_some() => {
                bail!("dir= is only for external engines")
            }
            (true, None) => Ok(Arc::new(BuiltinEngine::new(self.options)?)),
            (false, Some(command)) if !command.is_empty() => Ok(Arc::new(ExternalEngine {
                command,
                working_dir: self.working_dir,
                protocol: self.protocol.unwrap_or(Protocol::Uci),
                options: self.options,
                stderr_log: defaults.dir.map(|dir| dir.join(log_name(name))),
                response_timeout: defaults.timeout,
            })),
            _ => bail!("give exactly one of `builtin` and `cmd=`"),
        }
    }
}

/// Parses the fields of an engine. Returns it with its number of threads.
pub(super) fn parse_engine(
    text: &str,
    defaults: &MatchDefaults,
) -> anyhow::Result<(Participant<Position>, usize)> {
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

fn parse_number<T: TryFrom<u64>>(key: &str, value: &str) -> anyhow::Result<T> {
    let number = value.parse::<u64>().ok().filter(|&number| number > 0);
    number
        .and_then(|number| T::try_from(number).ok())
        .with_context(|| format!("{key} must be greater than 0, not {value:?}"))
}

fn parse_seconds(key: &str, value: &str) -> anyhow::Result<Duration> {
    let seconds = value.parse().ok();
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| !time.is_zero())
        .with_context(|| format!("{key} must be greater than 0, not {value:?}"))
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

    /// Name, player and limits of an engine, or the error.
    fn parse(text: &str) -> String {
        let defaults = MatchDefaults {
            timeout: Duration::from_secs(1),
            dir: Some(Path::new("match")),
            control: TimeControl {
                nodes: Some(5),
                ..TimeControl::default()
            },
        };
        match parse_engine(text, &defaults) {
            Ok((engine, _)) => {
                let player = engine.factory.description();
                format!("{}: {player}, {}", engine.name, engine.time_control)
            }
            Err(error) => format!("{error:#}"),
        }
    }

    #[test]
    fn engines_are_parsed() {
        for (text, expected) in [
            ("builtin", "engine: engine, nodes 5"),
            ("engine", "engine: engine, nodes 5"),
            (
                "name=a b,builtin,option.Seed=7",
                "a b: engine Seed=7, nodes 5",
            ),
            ("cmd=./bin/some.exe", "some: uci ./bin/some.exe, nodes 5"),
            (
                r#"name="x, y",cmd=python3 "my player.py" -v,protocol=gtp,option.level=3,tc=10+0.1"#,
                "x, y: gtp python3 my player.py -v level=3, tc 10+0.1",
            ),
            (
                "builtin,time=0.1,depth=3",
                "engine: engine, movetime 100 depth 3",
            ),
            ("builtin,movetime=100", "engine: engine, movetime 100"),
        ] {
            assert_eq!(parse(text), expected, "{text}");
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
