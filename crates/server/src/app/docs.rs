//! The OpenAPI page, for programs and for people.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse};
use serde_json::Value;

use crate::api;

/// For programs.
pub(super) async fn json(openapi: Arc<str>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], openapi.to_string())
}

/// How the page for people looks.
pub(super) async fn style() -> impl IntoResponse {
    let kind = "text/css; charset=utf-8";
    ([(CONTENT_TYPE, kind)], include_str!("docs.css"))
}

/// For people.
pub(super) async fn page() -> Html<String> {
    let openapi = serde_json::from_str(&api::openapi()).unwrap_or_default();
    Html(render(&openapi))
}

/// Writing to a `String` cannot fail.
fn render(openapi: &Value) -> String {
    let mut html = String::from(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Thermodon's API</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><link rel=\"stylesheet\" href=\"docs.css\">",
    );
    let _ = write!(html, "<h1>Thermodon’s API</h1>");
    let _ = write!(html, "{}", prose(text(&openapi["info"]["description"])));
    html.push_str(
        "<p>For programs: <a href=\"openapi.json\">openapi.json</a>.</p><h2>Requests</h2>",
    );
    for (path, methods) in entries(&openapi["paths"]) {
        for (method, operation) in entries(methods) {
            render_operation(&mut html, path, method, operation);
        }
    }
    html.push_str("<h2>Data</h2>");
    for (name, schema) in entries(&openapi["components"]["schemas"]) {
        render_schema(&mut html, name, schema);
    }
    html
}

fn render_operation(html: &mut String, path: &str, method: &str, operation: &Value) {
    let (method, path) = (escaped(&method.to_uppercase()), escaped(path));
    let _ = write!(html, "<h3>{method} {path}</h3>");
    for part in ["summary", "description"] {
        let _ = write!(html, "{}", prose(text(&operation[part])));
    }
    let sent = &operation["requestBody"]["content"]["application/json"]["schema"];
    if !sent.is_null() {
        let _ = write!(html, "<p>Send {}.</p>", type_of(sent));
    }
    for (status, response) in entries(&operation["responses"]) {
        let schema = &response["content"]["application/json"]["schema"];
        let kind = if schema.is_null() {
            String::new()
        } else {
            type_of(schema)
        };
        let said = marked(text(&response["description"]));
        let _ = write!(html, "<p>{}: {kind} {said}</p>", escaped(status));
    }
}

fn render_schema(html: &mut String, name: &str, schema: &Value) {
    let name = escaped(name);
    let _ = write!(html, "<h3 id=\"{name}\">{name}</h3>");
    let _ = write!(html, "{}", prose(text(&schema["description"])));
    let variants = schema["oneOf"].as_array();
    for one in variants.map_or(std::slice::from_ref(schema), Vec::as_slice) {
        if variants.is_some() {
            let _ = write!(html, "{}", prose(text(&one["description"])));
        }
        if let Some(words) = one["enum"].as_array() {
            let words: Vec<String> = words.iter().map(|word| code(&word.to_string())).collect();
            let _ = write!(html, "<p>One of {}.</p>", words.join(", "));
        }
        html.push_str("<table>");
        for (field, schema) in entries(&one["properties"]) {
            let said = marked(text(&schema["description"]));
            let (field, kind) = (code(field), type_of(schema));
            let _ = write!(html, "<tr><td>{field}<td>{kind}<td>{said}");
        }
        html.push_str("</table>");
    }
}

/// What a schema allows, in a word or two.
fn type_of(schema: &Value) -> String {
    if let Some(name) = text(&schema["$ref"])
        .rsplit('/')
        .next()
        .filter(|name| !name.is_empty())
    {
        let name = escaped(name);
        return format!("<a href=\"#{name}\">{name}</a>");
    }
    if let Some(variants) = schema["oneOf"].as_array() {
        let variants: Vec<String> = variants.iter().map(type_of).collect();
        return variants.join(" or ");
    }
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<String> = words.iter().map(|word| code(&word.to_string())).collect();
        return words.join(" or ");
    }
    match &schema["type"] {
        Value::String(kind) if kind == "array" => format!("list of {}", type_of(&schema["items"])),
        Value::String(kind) => escaped(kind),
        Value::Array(kinds) => {
            let kinds: Vec<String> = kinds.iter().map(|kind| escaped(text(kind))).collect();
            kinds.join(" or ")
        }
        _ => String::new(),
    }
}

fn entries(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let fields = value.as_object().into_iter().flatten();
    fields.map(|(name, value)| (name.as_str(), value))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Paragraphs, with `code`.
fn prose(text: &str) -> String {
    let paragraphs = text.split("\n\n").filter(|paragraph| !paragraph.is_empty());
    let marked = paragraphs.map(|paragraph| format!("<p>{}</p>", marked(paragraph)));
    marked.collect()
}

/// A sentence, with `code`.
fn marked(sentence: &str) -> String {
    let parts = sentence.split('`').enumerate();
    let mark = |(place, part)| match place % 2 {
        1 => code(part),
        _ => escaped(part),
    };
    parts.map(mark).collect()
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", escaped(text))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_request_and_every_kind_of_data_is_on_the_page() {
        let openapi: Value = serde_json::from_str(&api::openapi()).expect("it is JSON");
        let html = render(&openapi);
        for (path, _) in entries(&openapi["paths"]) {
            assert!(html.contains(&format!(" {}</h3>", escaped(path))), "{path}");
        }
        for (name, _) in entries(&openapi["components"]["schemas"]) {
            assert!(html.contains(&format!("id=\"{name}\"")), "{name}");
        }
        assert!(!html.contains("<script"));
    }

    #[test]
    fn what_could_be_markup_is_escaped() {
        assert_eq!(
            prose("a < b `c<d>`\n\n\"e\""),
            "<p>a &lt; b <code>c&lt;d&gt;</code></p><p>&quot;e&quot;</p>"
        );
    }
}
