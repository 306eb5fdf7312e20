//! Requests of the analysis protocol.

use std::fmt::Display;
use std::num::{NonZeroU32, NonZeroU64};
use std::time::Duration;

use amazons::Position;
use amazons::notation::{NotationError, parse_move, parse_position};
use engine::{Engine, GoLimits, OptionKind};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::output::single_line;
use crate::parse::MAX_SEARCH_TIME;

/// Minimum interval between partial results in seconds.
const MIN_REPORT_INTERVAL: f64 = 0.01;

/// Maximum number of lines.
const MAX_MULTIPV: u16 = 500;

/// Engine options that apply to the whole process.
const GLOBAL_OPTIONS: [&str; 2] = ["Threads", "Hash"];

/// A request with its unknown fields.
#[derive(Debug)]
pub(super) struct ParsedRequest {
    /// A string or an integer that responses repeat.
    pub(super) id: Value,
    pub(super) request: Request,
    pub(super) unknown: Vec<String>,
}

#[derive(Debug)]
pub(super) enum Request {
    Analyze(Box<Query>),
    Terminate { target: Value },
    TerminateAll,
    QueryVersion,
}

/// Positions to analyze, and how.
#[derive(Debug)]
pub(super) struct Query {
    pub(super) id: Value,
    /// Plies and their positions.
    pub(super) turns: Vec<(usize, Position)>,
    pub(super) limits: GoLimits,
    /// Names and values of engine options.
    pub(super) options: Vec<(&'static str, String)>,
    /// Higher priorities are searched first.
    pub(super) priority: i64,
    /// Interval between partial results.
    pub(super) report_every: Option<Duration>,
}

/// Why a request is invalid.
#[derive(PartialEq, Debug)]
pub(super) struct RequestError {
    pub(super) id: Option<Value>,
    pub(super) field: Option<String>,
    pub(super) reason: String,
}

impl RequestError {
    /// An error of a field; `.` is the whole request.
    fn new(field: impl Display, reason: impl Display) -> Self {
        Self {
            id: None,
            field: Some(field.to_string()).filter(|field| field != "."),
            reason: single_line(&reason.to_string()),
        }
    }
}

/// Fields of an action. An absent field may also be null, here and in [`QueryJson`].
#[derive(Deserialize)]
struct ActionJson {
    action: Action,
    target: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    Terminate,
    TerminateAll,
    QueryVersion,
}

/// Fields of a query.
#[derive(Deserialize)]
struct QueryJson {
    position: Option<String>,
    moves: Option<Vec<String>>,
    turns: Option<Vec<usize>>,
    limits: Option<LimitsJson>,
    #[serde(alias = "lines")]
    multipv: Option<u16>,
    options: Option<Map<String, Value>>,
    priority: Option<i64>,
    report_every: Option<f64>,
}

#[derive(Default, Deserialize)]
struct LimitsJson {
    time: Option<f64>,
    nodes: Option<NonZeroU64>,
    depth: Option<NonZeroU32>,
}

/// Parses a line; `defaults` are the limits of queries without limits.
pub(super) fn parse(line: &str, defaults: &GoLimits) -> Result<ParsedRequest, RequestError> {
    let value: Value = serde_json::from_str(line)
        .map_err(|cause| RequestError::new(".", format!("invalid JSON: {cause}")))?;
    let Value::Object(mut fields) = value else {
        return Err(RequestError::new(".", "a request must be a JSON object"));
    };
    let id = parse_id("id", fields.remove("id"))?;
    let is_action = fields.get("action").is_some_and(|action| !action.is_null());
    fields.retain(|name, _| name != "action" || is_action);
    let mut unknown = Vec::new();
    let request = if is_action {
        parse_action(fields, &mut unknown)
    } else {
        parse_query(fields, &id, defaults, &mut unknown)
            .map(|query| Request::Analyze(Box::new(query)))
    };
    let request = request.map_err(|error| RequestError {
        id: Some(id.clone()),
        ..error
    })?;
    unknown.sort_unstable();
    Ok(ParsedRequest {
        id,
        request,
        unknown,
    })
}

/// Deserializes fields and collects the names of unknown ones.
fn deserialize<T: DeserializeOwned>(
    fields: Map<String, Value>,
    unknown: &mut Vec<String>,
) -> Result<T, RequestError> {
    let mut track = serde_path_to_error::Track::new();
    let fields = serde_path_to_error::Deserializer::new(Value::Object(fields), &mut track);
    // The path of a field in an `Option` has a segment `?`.
    let result = serde_ignored::deserialize(fields, |path| {
        unknown.push(single_line(&path.to_string().replace("?.", "")));
    });
    result.map_err(|error| RequestError::new(track.path(), error))
}

fn parse_id(name: &str, id: Option<Value>) -> Result<Value, RequestError> {
    match id {
        Some(id) if id.is_string() || id.is_i64() || id.is_u64() => Ok(id),
        None | Some(Value::Null) => Err(RequestError::new(name, format!("missing field {name}"))),
        Some(_) => Err(RequestError::new(name, "must be a string or an integer")),
    }
}

fn parse_action(
    fields: Map<String, Value>,
    unknown: &mut Vec<String>,
) -> Result<Request, RequestError> {
    let ActionJson { action, target } = deserialize(fields, unknown)?;
    if target.is_some() && !matches!(action, Action::Terminate) {
        unknown.push("target".to_owned());
    }
    Ok(match action {
        Action::Terminate => Request::Terminate {
            target: parse_id("target", target)?,
        },
        Action::TerminateAll => Request::TerminateAll,
        Action::QueryVersion => Request::QueryVersion,
    })
}

fn parse_query(
    fields: Map<String, Value>,
    id: &Value,
    defaults: &GoLimits,
    unknown: &mut Vec<String>,
) -> Result<Query, RequestError> {
    let json: QueryJson = deserialize(fields, unknown)?;
    let positions = positions(json.position.as_deref(), &json.moves.unwrap_or_default())?;
    let mut options = options(json.options.unwrap_or_default())?;
    if let Some(multipv) = json.multipv {
        if !(1..=MAX_MULTIPV).contains(&multipv) {
            let reason = format!("must be from 1 to {MAX_MULTIPV}");
            return Err(RequestError::new("multipv", reason));
        }
        options.push(("MultiPV", multipv.to_string()));
    }
    let report_every = match json.report_every {
        Some(seconds) if seconds < MIN_REPORT_INTERVAL => {
            let reason = format!("must be at least {MIN_REPORT_INTERVAL} seconds");
            return Err(RequestError::new("report_every", reason));
        }
        Some(seconds) => Some(duration("report_every", seconds)?),
        None => None,
    };
    Ok(Query {
        id: id.clone(),
        turns: turns(json.turns, &positions)?,
        limits: limits(json.limits.unwrap_or_default(), defaults)?,
        options,
        priority: json.priority.unwrap_or(0),
        report_every,
    })
}

/// The start position and the position after each move.
fn positions(start: Option<&str>, moves: &[String]) -> Result<Vec<Position>, RequestError> {
    let mut position = match start {
        Some(text) => parse_position(text).map_err(|error| RequestError::new("position", error))?,
        None => Position::standard_start(),
    };
    let mut positions = vec![position];
    for (index, text) in moves.iter().enumerate() {
        position = parse_move(&position, text)
            .and_then(|mv| {
                let illegal = |reason| NotationError::Illegal { mv, reason };
                position.after(mv).map_err(illegal)
            })
            .map_err(|error| RequestError::new(format!("moves[{index}]"), error))?;
        positions.push(position);
    }
    Ok(positions)
}

/// The requested turns, each once, in order; the last one by default.
fn turns(
    turns: Option<Vec<usize>>,
    positions: &[Position],
) -> Result<Vec<(usize, Position)>, RequestError> {
    let last = positions.len() - 1;
    let mut turns = turns.unwrap_or_else(|| vec![last]);
    if let Some(index) = turns.iter().position(|&turn| turn > last) {
        let reason = format!("must be from 0 to {last}, the number of moves");
        return Err(RequestError::new(format!("turns[{index}]"), reason));
    }
    if turns.is_empty() {
        return Err(RequestError::new("turns", "must not be empty"));
    }
    turns.sort_unstable();
    turns.dedup();
    let with_position = |turn| (turn, positions[turn]);
    Ok(turns.into_iter().map(with_position).collect())
}

fn limits(json: LimitsJson, defaults: &GoLimits) -> Result<GoLimits, RequestError> {
    let LimitsJson { time, nodes, depth } = json;
    if time.is_none() && nodes.is_none() && depth.is_none() {
        return Ok(defaults.clone());
    }
    let time = time.map(|seconds| duration("limits.time", seconds));
    let mut limits = GoLimits::default();
    limits.search.nodes = nodes.map(NonZeroU64::get);
    limits.search.depth = depth.map(NonZeroU32::get);
    limits.search.time = time.transpose()?;
    Ok(limits)
}

/// A positive time in seconds, clamped to the range of searches.
fn duration(field: &str, seconds: f64) -> Result<Duration, RequestError> {
    if seconds <= 0.0 {
        return Err(RequestError::new(field, "must be more than 0 seconds"));
    }
    let time = Duration::try_from_secs_f64(seconds).unwrap_or(MAX_SEARCH_TIME);
    Ok(time.clamp(Duration::from_micros(1), MAX_SEARCH_TIME))
}

/// Engine options of a query: not those of the process or with file names, and not the number of
/// lines, which has its own field.
fn options(map: Map<String, Value>) -> Result<Vec<(&'static str, String)>, RequestError> {
    let mut options = Vec::new();
    for (name, value) in map {
        let field = format!("options.{name}");
        let known = Engine::OPTIONS.iter().find(|option| option.is_named(&name));
        let Some(option) = known else {
            return Err(RequestError::new(field, format!("unknown option {name:?}")));
        };
        if option.name == "MultiPV" {
            return Err(RequestError::new(field, "use the field multipv"));
        }
        if GLOBAL_OPTIONS.contains(&option.name) || matches!(option.kind, OptionKind::String { .. })
        {
            let reason = format!("{} can only be set on the command line", option.name);
            return Err(RequestError::new(field, reason));
        }
        let text = match value {
            Value::String(text) => text,
            Value::Number(number) => number.to_string(),
            _ => return Err(RequestError::new(field, "must be a string or a number")),
        };
        option
            .check(&text)
            .map_err(|error| RequestError::new(&field, error))?;
        options.push((option.name, text));
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defaults() -> GoLimits {
        GoLimits::nodes(77)
    }

    fn query(line: &str) -> (Query, Vec<String>) {
        let parsed = parse(line, &defaults()).unwrap_or_else(|error| panic!("{error:?}"));
        match parsed.request {
            Request::Analyze(query) => (*query, parsed.unknown),
            other => panic!("{other:?}"),
        }
    }

    fn error(line: &str) -> (Option<Value>, String, String) {
        let RequestError { id, field, reason } = parse(line, &defaults()).unwrap_err();
        (id, field.unwrap_or_default(), reason)
    }

    #[test]
    fn absent_fields_have_defaults() {
        let (query, unknown) = query(r#"{"id": 7}"#);
        assert_eq!(query.id, Value::from(7));
        assert_eq!(query.turns, [(0, Position::standard_start())]);
        assert_eq!(query.limits, defaults());
        assert_eq!((query.priority, query.report_every), (0, None));
        assert!(query.options.is_empty() && unknown.is_empty());
    }

    #[test]
    fn all_fields_are_parsed() {
        let (query, unknown) = query(
            r#"{"id": "a", "position": "startpos", "moves": ["d1-d7/g7", "a7a6,a6a7"],
                "turns": [2, 0, 2], "limits": {"nodes": 100, "time": 0.5, "depth": 3, "luck": 1},
                "multipv": 4, "options": {"player": "alpha-beta", "Seed": 3}, "priority": -2,
                "report_every": 0.25, "color": "red"}"#,
        );
        let turns: Vec<usize> = query.turns.iter().map(|&(turn, _)| turn).collect();
        assert_eq!(turns, [0, 2]);
        let limits = &query.limits.search;
        assert_eq!(limits.nodes, Some(100));
        assert_eq!(limits.depth, Some(3));
        assert_eq!(limits.time, Some(Duration::from_millis(500)));
        let options = query
            .options
            .iter()
            .map(|(name, value)| (*name, value.as_str()));
        let mut options: Vec<_> = options.collect();
        options.sort_unstable();
        assert_eq!(
            options,
            [("MultiPV", "4"), ("Player", "alpha-beta"), ("Seed", "3")]
        );
        assert_eq!(query.priority, -2);
        assert_eq!(query.report_every, Some(Duration::from_millis(250)));
        assert_eq!(unknown, ["color", "limits.luck"]);
    }

    #[test]
    fn null_is_absent_and_lines_is_an_alias() {
        let (query, unknown) = query(
            r#"{"id": 1, "action": null, "moves": null, "limits": null, "priority": null, "lines": 2}"#,
        );
        assert_eq!(query.limits, defaults());
        assert_eq!(query.options, [("MultiPV", "2".to_owned())]);
        assert!(unknown.is_empty());
    }

    #[test]
    fn actions_are_parsed() {
        let action = |line| parse(line, &defaults()).unwrap().request;
        assert!(matches!(
            action(r#"{"id": "t", "action": "terminate", "target": "a"}"#),
            Request::Terminate { target } if target == "a"
        ));
        assert!(matches!(
            action(r#"{"id": "t", "action": "terminate_all"}"#),
            Request::TerminateAll
        ));
        assert!(matches!(
            action(r#"{"id": "t", "action": "query_version"}"#),
            Request::QueryVersion
        ));
    }

    #[test]
    fn errors_name_the_field() {
        for case in include_str!("invalid_requests.txt").lines() {
            let (field, line) = case.split_once(' ').unwrap();
            let (id, named, reason) = error(line);
            assert_eq!((id, &*named), (Some("a".into()), field), "{line}: {reason}");
            assert!(!reason.is_empty() && !reason.contains('\n'), "{reason}");
        }
    }

    #[test]
    fn errors_without_a_valid_id_have_no_id() {
        for line in [
            "",
            "{",
            "[]",
            "7",
            "\"id\"",
            r#"{"id": null}"#,
            r#"{"id": 1.5}"#,
            "{}",
        ] {
            assert_eq!(error(line).0, None, "{line}");
        }
        assert_eq!(error("{}").1, "id");
    }
}
