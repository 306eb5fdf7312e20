//! Differences between the settings of a run and those of a file.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

/// A field with different values. Printed as "FIELD is FIRST, not SECOND".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Path of the field, such as `play.nodes`.
    pub field: String,
    /// Its first value as JSON, or "not set".
    pub first: String,
    /// Its second value.
    pub second: String,
}

impl Difference {
    /// The same with both values swapped.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self {
            field: self.field,
            first: self.second,
            second: self.first,
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}, not {}", self.field, self.first, self.second)
    }
}

/// The first field in which two values differ as JSON. Only fields of `first` are compared.
pub fn first_difference(first: &impl Serialize, second: &impl Serialize) -> Option<Difference> {
    let to_value = |error| Value::String(format!("{error}"));
    let first = serde_json::to_value(first).unwrap_or_else(to_value);
    let second = serde_json::to_value(second).unwrap_or_else(to_value);
    difference_at("", &first, &second)
}

fn difference_at(path: &str, first: &Value, second: &Value) -> Option<Difference> {
    if let (Some(fields), Some(_)) = (first.as_object(), second.as_object()) {
        return fields.iter().find_map(|(field, value)| {
            let path = [path, field].join(if path.is_empty() { "" } else { "." });
            difference_at(&path, value, second.get(field).unwrap_or(&Value::Null))
        });
    }
    let text = |value: &Value| match value {
        Value::Null => "not set".to_owned(),
        value => value.to_string(),
    };
    (first != second).then(|| Difference {
        field: path.to_owned(),
        first: text(first),
        second: text(second),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nested_differences_are_found() {
        let first = json!({"seed": 1, "play": {"depth": null, "nodes": 100}});
        assert_eq!(first_difference(&first, &first), None);
        let second = json!({"seed": 1, "play": {"nodes": 200}});
        let text = |second| first_difference(&first, second).unwrap().to_string();
        assert_eq!(text(&second), "play.nodes is 100, not 200");
        let missing = text(&json!({"seed": 1}));
        assert!(missing.starts_with("play is ") && missing.ends_with(", not not set"));
    }
}
