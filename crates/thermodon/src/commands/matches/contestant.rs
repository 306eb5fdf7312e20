//! A player as users describe it: `name=NAME,cmd=COMMAND,protocol=uci,option.NAME=VALUE`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use amazons::Position;
use arena::Contestant;
use arena::control::{NotAClock, TimeControl};
use arena::house::House;
use arena::player::Source;
use arena::program::{NotAProtocol, Program, Protocol, UnclosedQuote, split_words};
use engine::OptionError;
use thiserror::Error;

/// What a match decides for all programs.
pub(super) struct Surroundings<'a> {
    /// How long to wait for anything that no clock measures.
    pub patience: Duration,
    /// Where standard errors are logged, if anywhere.
    pub folder: Option<&'a Path>,
    /// How long players may think who have no limits of their own.
    pub control: TimeControl,
}

/// Why a text describes no player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum NotAPlayer {
    #[error(
        "{0:?} is no field of a player: name=, engine, cmd=, protocol=, dir=, option.NAME=, movetime=, tc=, nodes= and depth= are"
    )]
    Field(String),
    #[error("it is either engine or cmd=, and one of them")]
    Kind,
    #[error("{0} belongs to a program, not to our engine")]
    NotForEngine(&'static str),
    #[error("{0} must be a whole number greater than 0, not {1:?}")]
    Number(String, String),
    #[error("the name must not be empty")]
    NoName,
    #[error(transparent)]
    Quote(#[from] UnclosedQuote),
    #[error(transparent)]
    Protocol(#[from] NotAProtocol),
    #[error(transparent)]
    Clock(#[from] NotAClock),
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// The fields, read one by one.
#[derive(Default)]
struct Fields {
    name: Option<String>,
    is_engine: bool,
    command: Option<Vec<String>>,
    protocol: Option<Protocol>,
    folder: Option<PathBuf>,
    options: Vec<(String, String)>,
    control: TimeControl,
}

impl Fields {
    fn read(text: &str) -> Result<Self, NotAPlayer> {
        let mut fields = Self::default();
        for field in split_words(text, |character| character == ',', false)? {
            let field = field.trim();
            let unknown = || NotAPlayer::Field(field.to_owned());
            if field == "engine" {
                fields.is_engine = true;
                continue;
            }
            let (key, value) = field.split_once('=').ok_or_else(unknown)?;
            // Quotation marks served to hold the value together.
            let plain = split_words(value, |_| false, true)?.concat();
            match key {
                "name" if plain.is_empty() => return Err(NotAPlayer::NoName),
                "name" => fields.name = Some(plain),
                "cmd" => fields.command = Some(split_words(value, char::is_whitespace, true)?),
                "protocol" => fields.protocol = Some(plain.parse()?),
                "dir" => fields.folder = Some(plain.into()),
                "movetime" => {
                    fields.control.move_time = Some(Duration::from_millis(number(key, &plain)?));
                }
                "tc" => fields.control.clock = Some(plain.parse()?),
                "nodes" => fields.control.nodes = Some(number(key, &plain)?),
                "depth" => fields.control.depth = Some(number(key, &plain)?),
                _ => match key.strip_prefix("option.") {
                    Some(name) if !name.is_empty() => fields.options.push((name.to_owned(), plain)),
                    _ => return Err(unknown()),
                },
            }
        }
        Ok(fields)
    }

    /// How many processors it keeps busy while it thinks, as far as its options say.
    fn threads(&self) -> usize {
        let mut options = self.options.iter();
        let set = options.find(|(name, _)| name.eq_ignore_ascii_case("Threads"));
        set.and_then(|(_, value)| value.parse().ok()).unwrap_or(1)
    }

    fn default_name(&self) -> String {
        let program = self.command.as_ref().and_then(|words| words.first());
        let stem = program.and_then(|program| Path::new(program).file_stem());
        stem.map_or("engine".to_owned(), |stem| {
            stem.to_string_lossy().into_owned()
        })
    }

    fn source(
        self,
        name: &str,
        surroundings: &Surroundings,
    ) -> Result<Arc<dyn Source<Position>>, NotAPlayer> {
        match (self.is_engine, self.command) {
            (true, None) => {
                if self.protocol.is_some() {
                    return Err(NotAPlayer::NotForEngine("protocol="));
                }
                if self.folder.is_some() {
                    return Err(NotAPlayer::NotForEngine("dir="));
                }
                Ok(Arc::new(House::new(self.options)?))
            }
            (false, Some(command)) if !command.is_empty() => Ok(Arc::new(Program {
                command,
                folder: self.folder,
                protocol: self.protocol.unwrap_or(Protocol::Uci),
                options: self.options,
                log: surroundings
                    .folder
                    .map(|folder| folder.join(log_name(name))),
                patience: surroundings.patience,
            })),
            _ => Err(NotAPlayer::Kind),
        }
    }
}

/// Reads a description; with the player comes the number of processors that it keeps busy.
pub(super) fn read(
    text: &str,
    surroundings: &Surroundings,
) -> Result<(Contestant<Position>, usize), NotAPlayer> {
    let fields = Fields::read(text)?;
    let threads = fields.threads();
    let name = fields.name.clone().unwrap_or_else(|| fields.default_name());
    let control = if fields.control == TimeControl::default() {
        surroundings.control
    } else {
        fields.control
    };
    let contestant = Contestant {
        source: fields.source(&name, surroundings)?,
        name,
        control,
    };
    Ok((contestant, threads))
}

fn number<T: TryFrom<u64>>(key: &str, value: &str) -> Result<T, NotAPlayer> {
    let number = value.parse::<u64>().ok().filter(|&number| number > 0);
    number
        .and_then(|number| T::try_from(number).ok())
        .ok_or_else(|| NotAPlayer::Number(key.to_owned(), value.to_owned()))
}

/// A file name for the player's standard error, whatever the player is called.
fn log_name(name: &str) -> String {
    let is_plain = |character: char| character.is_alphanumeric() || "-_.+".contains(character);
    let plain = name
        .trim_start_matches('.')
        .replace(|character| !is_plain(character), "_");
    format!("{plain}.stderr.log")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_it(text: &str) -> Result<(String, String, String), NotAPlayer> {
        let surroundings = Surroundings {
            patience: Duration::from_secs(1),
            folder: Some(Path::new("match")),
            control: TimeControl {
                nodes: Some(5),
                ..TimeControl::default()
            },
        };
        read(text, &surroundings).map(|(contestant, _)| {
            (
                contestant.name,
                contestant.source.description(),
                contestant.control.to_string(),
            )
        })
    }

    fn expect(text: &str, name: &str, source: &str, control: &str) {
        let parts = (name.to_owned(), source.to_owned(), control.to_owned());
        assert_eq!(read_it(text), Ok(parts), "{text}");
    }

    #[test]
    fn players_are_read() {
        expect("engine", "engine", "engine", "nodes 5");
        expect(
            "name=a b,engine,option.Seed=7",
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
            "engine,movetime=100,depth=3",
            "engine",
            "engine",
            "movetime 100 depth 3",
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, error) in [
            ("", NotAPlayer::Kind),
            ("engine,,name=a", NotAPlayer::Field(String::new())),
            ("name=a", NotAPlayer::Kind),
            ("engine,cmd=x", NotAPlayer::Kind),
            ("cmd=", NotAPlayer::Kind),
            ("engine,protocol=uci", NotAPlayer::NotForEngine("protocol=")),
            (
                "engine,nodes=0",
                NotAPlayer::Number("nodes".into(), "0".into()),
            ),
            (
                "engine,depth=99999999999",
                NotAPlayer::Number("depth".into(), "99999999999".into()),
            ),
            ("engine,name=", NotAPlayer::NoName),
            ("engine,option.=3", NotAPlayer::Field("option.=3".into())),
            ("engine,speed=3", NotAPlayer::Field("speed=3".into())),
            (
                "cmd=x,protocol=usi",
                NotAPlayer::Protocol(NotAProtocol("usi".into())),
            ),
            (
                "cmd='x",
                NotAPlayer::Quote(UnclosedQuote('\'', "cmd='x".into())),
            ),
            (
                "engine,option.Nothing=3",
                NotAPlayer::Option(OptionError::Unknown("Nothing".into())),
            ),
        ] {
            assert_eq!(read_it(text), Err(error), "{text}");
        }
    }

    #[test]
    fn threads_are_known_from_the_options() {
        let threads = |text: &str| Fields::read(text).unwrap().threads();
        assert_eq!(threads("cmd=x,option.Hash=9"), 1);
        assert_eq!(threads("cmd=x,option.threads=4"), 4);
    }

    #[test]
    fn log_names_stay_in_the_folder() {
        assert_eq!(log_name("../a b/ü"), "_a_b_ü.stderr.log");
    }
}
