//! What a line of the input asks for.

use std::fmt::Display;
use std::time::Duration;

use amazons::Position;
use amazons::notation::{NotationError, parse_move, parse_position};
use engine::{Engine, Limits, OptionKind};
use serde_json::{Map, Value};

use crate::protocol::numbers::LONGEST_TIME;
use crate::protocol::shared_output::one_line;

/// Reports more often than this would only be noise.
const SHORTEST_INTERVAL: f64 = 0.01;

/// The most lines that the engine reports.
const MOST_LINES: u64 = 500;

/// Options that say how much of the machine is taken; the rest of the machine belongs to other requests.
const RESOURCES: [&str; 2] = ["Threads", "Hash"];

/// A request and what was not understood of it.
#[derive(Debug)]
pub(super) struct Reading {
    /// What answers are to repeat: a text or a whole number.
    pub(super) id: Value,
    pub(super) request: Request,
    /// Fields that mean nothing here.
    pub(super) unknown: Vec<String>,
}

#[derive(Debug)]
pub(super) enum Request {
    Analyse(Box<Query>),
    Terminate { target: Value },
    TerminateAll,
    QueryVersion,
}

/// Positions to analyse, and how.
#[derive(Debug)]
pub(super) struct Query {
    pub(super) id: Value,
    /// The positions after so many moves.
    pub(super) turns: Vec<(usize, Position)>,
    pub(super) limits: Limits,
    /// Options of the engine besides the usual ones, by their names.
    pub(super) options: Vec<(&'static str, String)>,
    /// The more, the sooner.
    pub(super) priority: i64,
    /// How often to report before the end.
    pub(super) report_every: Option<Duration>,
}

/// Why a line was refused; nothing has changed then.
#[derive(PartialEq, Debug)]
pub(super) struct Refusal {
    pub(super) id: Option<Value>,
    pub(super) field: Option<String>,
    pub(super) reason: String,
}

/// What is wrong with a field.
type FieldError = (String, String);

fn wrong(field: impl Display, reason: impl Display) -> FieldError {
    (field.to_string(), one_line(&reason.to_string()))
}

/// Reads a line; `defaults` hold where a request sets no limit.
pub(super) fn read(line: &str, defaults: &Limits) -> Result<Reading, Refusal> {
    let refused =
        |id: Option<Value>, field: Option<String>, reason: String| Refusal { id, field, reason };
    let value: Value = serde_json::from_str(line).map_err(|error| {
        refused(
            None,
            None,
            one_line(&format!("the line is no JSON: {error}")),
        )
    })?;
    let Value::Object(map) = value else {
        let reason = "a request is a JSON object, with its fields in braces";
        return Err(refused(None, None, reason.to_owned()));
    };
    let mut fields = Fields { map };
    let id = fields
        .id("id")
        .map_err(|(field, reason)| refused(None, Some(field), reason))?;
    read_fields(&mut fields, &id, defaults)
        .map(|request| Reading {
            request,
            unknown: fields.map.keys().map(|name| one_line(name)).collect(),
            id: id.clone(),
        })
        .map_err(|(field, reason)| refused(Some(id), Some(field), reason))
}

fn read_fields(fields: &mut Fields, id: &Value, defaults: &Limits) -> Result<Request, FieldError> {
    let Some(action) = fields.text("action")? else {
        return query(fields, id, defaults).map(|query| Request::Analyse(Box::new(query)));
    };
    match action.as_str() {
        "terminate" => Ok(Request::Terminate {
            target: fields.id("target")?,
        }),
        "terminate_all" => Ok(Request::TerminateAll),
        "query_version" => Ok(Request::QueryVersion),
        other => Err(wrong(
            "action",
            format!("there is no action {other:?}: terminate, terminate_all and query_version are"),
        )),
    }
}

fn query(fields: &mut Fields, id: &Value, defaults: &Limits) -> Result<Query, FieldError> {
    let positions = positions(fields)?;
    let turns = turns(fields, &positions)?;
    let mut options = options(fields)?;
    if let Some(lines) = fields.whole_number("lines", 1, MOST_LINES)? {
        options.push(("MultiPV", lines.to_string()));
    }
    Ok(Query {
        id: id.clone(),
        turns,
        limits: limits(fields, defaults)?,
        options,
        priority: priority(fields)?,
        report_every: fields.seconds("report_every", SHORTEST_INTERVAL)?,
    })
}

/// The start and the position after each move.
fn positions(fields: &mut Fields) -> Result<Vec<Position>, FieldError> {
    let start = match fields.text("position")? {
        Some(text) => parse_position(&text).map_err(|error| wrong("position", error))?,
        None => Position::standard_start(),
    };
    let mut positions = vec![start];
    let mut position = start;
    for (index, value) in fields.list("moves")?.into_iter().enumerate() {
        let field = format!("moves[{index}]");
        let Value::String(text) = value else {
            return Err(wrong(field, "a move is a text such as \"d1-d7/g7\""));
        };
        position = parse_move(&position, &text)
            .and_then(|mv| {
                let illegal = |reason| NotationError::Illegal { mv, reason };
                position.after(mv).map_err(illegal)
            })
            .map_err(|error| wrong(field, error))?;
        positions.push(position);
    }
    Ok(positions)
}

/// The turns asked for, each once, in order; the last one if nothing is said.
fn turns(
    fields: &mut Fields,
    positions: &[Position],
) -> Result<Vec<(usize, Position)>, FieldError> {
    let last = positions.len() - 1;
    if !fields.has("turns") {
        return Ok(vec![(last, positions[last])]);
    }
    let mut asked = vec![false; positions.len()];
    for (index, value) in fields.list("turns")?.into_iter().enumerate() {
        let turn = value
            .as_u64()
            .and_then(|turn| usize::try_from(turn).ok())
            .filter(|&turn| turn <= last);
        let Some(turn) = turn else {
            let reason = format!("a turn is a whole number from 0 to {last}, the number of moves");
            return Err(wrong(format!("turns[{index}]"), reason));
        };
        asked[turn] = true;
    }
    if !asked.contains(&true) {
        return Err(wrong("turns", "there is no turn in the list"));
    }
    let turns = positions.iter().copied().enumerate();
    Ok(turns.filter(|&(turn, _)| asked[turn]).collect())
}

fn limits(fields: &mut Fields, defaults: &Limits) -> Result<Limits, FieldError> {
    let Some(map) = fields.object("limits")? else {
        return Ok(defaults.clone());
    };
    let mut inner = Fields { map };
    let within = |(field, reason): FieldError| (format!("limits.{field}"), reason);
    let limits = Limits {
        nodes: inner.whole_number("nodes", 1, u64::MAX).map_err(within)?,
        depth: inner
            .whole_number("depth", 1, u64::from(u32::MAX))
            .map_err(within)?
            .and_then(|depth| u32::try_from(depth).ok()),
        move_time: inner.seconds("time", 0.0).map_err(within)?,
        ..Limits::default()
    };
    for name in inner.map.keys() {
        fields.map.insert(format!("limits.{name}"), Value::Null);
    }
    let is_unlimited =
        limits.nodes.is_none() && limits.depth.is_none() && limits.move_time.is_none();
    Ok(if is_unlimited {
        defaults.clone()
    } else {
        limits
    })
}

/// Options of the engine that belong to a request: not those about the machine, its files or the number of
/// lines, which has a field of its own.
fn options(fields: &mut Fields) -> Result<Vec<(&'static str, String)>, FieldError> {
    let Some(map) = fields.object("options")? else {
        return Ok(Vec::new());
    };
    let mut options = Vec::new();
    for (name, value) in map {
        let field = format!("options.{name}");
        let known = Engine::OPTIONS.iter().find(|option| option.is_named(&name));
        let Some(option) = known else {
            return Err(wrong(field, format!("there is no option {name:?}")));
        };
        if option.name == "MultiPV" {
            return Err(wrong(
                field,
                "the field lines says how many lines are wanted",
            ));
        }
        if RESOURCES.contains(&option.name) || matches!(option.kind, OptionKind::Text { .. }) {
            let reason = format!(
                "{} is set when the program starts, for all requests",
                option.name
            );
            return Err(wrong(field, reason));
        }
        let text = match value {
            Value::String(text) => text,
            Value::Number(number) => number.to_string(),
            _ => return Err(wrong(field, "an option is a text or a number")),
        };
        option.check(&text).map_err(|error| wrong(&field, error))?;
        options.push((option.name, text));
    }
    Ok(options)
}

fn priority(fields: &mut Fields) -> Result<i64, FieldError> {
    match fields.take("priority") {
        None => Ok(0),
        Some(value) => value
            .as_i64()
            .ok_or_else(|| wrong("priority", "it must be a whole number")),
    }
}

/// The fields of an object that nobody has asked for yet. One that is null is not there.
struct Fields {
    map: Map<String, Value>,
}

impl Fields {
    fn take(&mut self, name: &str) -> Option<Value> {
        self.map.remove(name).filter(|value| !value.is_null())
    }

    fn has(&self, name: &str) -> bool {
        self.map.get(name).is_some_and(|value| !value.is_null())
    }

    fn id(&mut self, name: &str) -> Result<Value, FieldError> {
        match self.take(name) {
            Some(id) if id.is_string() || id.is_i64() || id.is_u64() => Ok(id),
            Some(_) => Err(wrong(name, "it must be a text or a whole number")),
            None => Err(wrong(name, format!("the field {name} is missing"))),
        }
    }

    fn text(&mut self, name: &str) -> Result<Option<String>, FieldError> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(wrong(name, "it must be a text")),
        }
    }

    fn list(&mut self, name: &str) -> Result<Vec<Value>, FieldError> {
        match self.take(name) {
            None => Ok(Vec::new()),
            Some(Value::Array(list)) => Ok(list),
            Some(_) => Err(wrong(name, "it must be a list")),
        }
    }

    fn object(&mut self, name: &str) -> Result<Option<Map<String, Value>>, FieldError> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::Object(map)) => Ok(Some(map)),
            Some(_) => Err(wrong(
                name,
                "it must be an object, with its fields in braces",
            )),
        }
    }

    fn whole_number(&mut self, name: &str, min: u64, max: u64) -> Result<Option<u64>, FieldError> {
        let Some(value) = self.take(name) else {
            return Ok(None);
        };
        let number = value.as_u64().filter(|number| (min..=max).contains(number));
        number.map(Some).ok_or_else(|| {
            let upwards = if max == u64::MAX {
                format!("from {min} up")
            } else {
                format!("from {min} to {max}")
            };
            wrong(name, format!("it must be a whole number {upwards}"))
        })
    }

    /// A time of more than `least` seconds, or as much if that is something.
    fn seconds(&mut self, name: &str, least: f64) -> Result<Option<Duration>, FieldError> {
        let Some(value) = self.take(name) else {
            return Ok(None);
        };
        let time = value
            .as_f64()
            .filter(|&seconds| seconds >= least && seconds > 0.0)
            // What is too long for a duration is too long for anybody.
            .map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST_TIME));
        match time {
            Some(time) => Ok(Some(time.clamp(Duration::from_micros(1), LONGEST_TIME))),
            None if least > 0.0 => Err(wrong(
                name,
                format!("it must be a number of seconds from {least} up"),
            )),
            None => Err(wrong(name, "it must be a number of seconds greater than 0")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defaults() -> Limits {
        Limits {
            nodes: Some(77),
            ..Limits::default()
        }
    }

    fn query(line: &str) -> (Query, Vec<String>) {
        let reading = read(line, &defaults()).unwrap_or_else(|refusal| panic!("{refusal:?}"));
        match reading.request {
            Request::Analyse(query) => (*query, reading.unknown),
            other => panic!("{other:?}"),
        }
    }

    fn refusal(line: &str) -> (Option<Value>, String, String) {
        let Refusal { id, field, reason } = read(line, &defaults()).unwrap_err();
        (id, field.unwrap_or_default(), reason)
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let (query, unknown) = query(r#"{"id": 7}"#);
        assert_eq!(query.id, Value::from(7));
        assert_eq!(query.turns, [(0, Position::standard_start())]);
        assert_eq!(query.limits, defaults());
        assert_eq!((query.priority, query.report_every), (0, None));
        assert!(query.options.is_empty() && unknown.is_empty());
    }

    #[test]
    fn everything_can_be_said() {
        let (query, unknown) = query(
            r#"{"id": "a", "position": "startpos", "moves": ["d1-d7/g7", "a7a6,a6a7"],
                "turns": [2, 0, 2], "limits": {"nodes": 100, "time": 0.5, "depth": 3, "luck": 1},
                "lines": 4, "options": {"player": "alpha-beta", "Seed": 3}, "priority": -2,
                "report_every": 0.25, "color": "red"}"#,
        );
        let turns: Vec<usize> = query.turns.iter().map(|&(turn, _)| turn).collect();
        assert_eq!(turns, [0, 2]);
        assert_eq!(query.limits.nodes, Some(100));
        assert_eq!(query.limits.depth, Some(3));
        assert_eq!(query.limits.move_time, Some(Duration::from_millis(500)));
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
    fn actions_are_read() {
        let action = |line| read(line, &defaults()).unwrap().request;
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
    fn a_refusal_names_the_field() {
        for (line, field) in [
            (r#"{"id": "a", "position": "nonsense"}"#, "position"),
            (r#"{"id": "a", "position": 3}"#, "position"),
            (r#"{"id": "a", "moves": "d1-d7/g7"}"#, "moves"),
            (
                r#"{"id": "a", "moves": ["d1-d7/g7", "d1-d7/g7"]}"#,
                "moves[1]",
            ),
            (r#"{"id": "a", "moves": [5]}"#, "moves[0]"),
            (r#"{"id": "a", "turns": [0, 1]}"#, "turns[1]"),
            (r#"{"id": "a", "turns": [-1]}"#, "turns[0]"),
            (r#"{"id": "a", "turns": []}"#, "turns"),
            (r#"{"id": "a", "limits": {"nodes": 0}}"#, "limits.nodes"),
            (r#"{"id": "a", "limits": {"time": -1}}"#, "limits.time"),
            (r#"{"id": "a", "limits": {"depth": 1.5}}"#, "limits.depth"),
            (r#"{"id": "a", "limits": 5}"#, "limits"),
            (r#"{"id": "a", "lines": 0}"#, "lines"),
            (r#"{"id": "a", "lines": 501}"#, "lines"),
            (r#"{"id": "a", "options": {"Luck": 1}}"#, "options.Luck"),
            (
                r#"{"id": "a", "options": {"Player": "me"}}"#,
                "options.Player",
            ),
            (r#"{"id": "a", "options": {"Hash": 1}}"#, "options.Hash"),
            (
                r#"{"id": "a", "options": {"MultiPV": 1}}"#,
                "options.MultiPV",
            ),
            (r#"{"id": "a", "options": {"Seed": []}}"#, "options.Seed"),
            (r#"{"id": "a", "priority": "high"}"#, "priority"),
            (r#"{"id": "a", "report_every": 0}"#, "report_every"),
            (r#"{"id": "a", "action": "dance"}"#, "action"),
            (r#"{"id": "a", "action": "terminate"}"#, "target"),
        ] {
            let (id, named, reason) = refusal(line);
            assert_eq!(
                (id, named.as_str()),
                (Some("a".into()), field),
                "{line}: {reason}"
            );
            assert!(!reason.is_empty() && !reason.contains('\n'), "{reason}");
        }
    }

    #[test]
    fn without_an_id_nobody_can_be_told() {
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
            assert_eq!(refusal(line).0, None, "{line}");
        }
        assert_eq!(refusal("{}").1, "id");
    }
}
