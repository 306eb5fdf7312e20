//! API documentation: the OpenAPI description as JSON and as an HTML page.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse};
use serde_json::Value;

use crate::api;

/// The OpenAPI description.
pub(super) async fn json(openapi: Arc<str>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], openapi.to_string())
}

/// Style sheet of the HTML page.
pub(super) async fn style() -> impl IntoResponse {
    let content_type = "text/css; charset=utf-8";
    ([(CONTENT_TYPE, content_type)], include_str!("docs.css"))
}

/// The HTML page.
pub(super) async fn page() -> Html<String> {
    let openapi = serde_json::from_str(&api::openapi()).unwrap_or_default();
    Html(render(&openapi))
}

/// Renders the page. Results of `write!` are ignored: writing to a `String` cannot fail.
fn render(openapi: &Value) -> String {
    let mut html = String::from(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Thermodon API</title>\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <link rel=\"stylesheet\" href=\"docs.css\">",
    );
    html.push_str("<h1>Thermodon API</h1>");
    html.push_str(&paragraphs_html(text(&openapi["info"]["description"])));
    html.push_str(
        "<p>OpenAPI description: <a href=\"openapi.json\">openapi.json</a>.</p><h2>Requests</h2>",
    );
    for (path, methods) in entries(&openapi["paths"]) {
        for (method, operation) in entries(methods) {
            render_operation(&mut html, path, method, operation);
        }
    }
    html.push_str("<h2>Schemas</h2>");
    for (name, schema) in entries(&openapi["components"]["schemas"]) {
        render_schema(&mut html, name, schema);
    }
    html
}

fn render_operation(html: &mut String, path: &str, method: &str, operation: &Value) {
    let (method, path) = (escape_html(&method.to_uppercase()), escape_html(path));
    let _ = write!(html, "<h3>{method} {path}</h3>");
    for part in ["summary", "description"] {
        html.push_str(&paragraphs_html(text(&operation[part])));
    }
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    if !body.is_null() {
        let _ = write!(html, "<p>Body: {}.</p>", type_of(body));
    }
    for (status, response) in entries(&operation["responses"]) {
        let schema = &response["content"]["application/json"]["schema"];
        let type_html = if schema.is_null() {
            String::new()
        } else {
            type_of(schema)
        };
        let description = inline_html(text(&response["description"]));
        let status = escape_html(status);
        let _ = write!(html, "<p>{status}: {type_html} {description}</p>");
    }
}

fn render_schema(html: &mut String, name: &str, schema: &Value) {
    let name = escape_html(name);
    let _ = write!(html, "<h3 id=\"{name}\">{name}</h3>");
    html.push_str(&paragraphs_html(text(&schema["description"])));
    let variants = schema["oneOf"].as_array();
    for variant in variants.map_or(std::slice::from_ref(schema), Vec::as_slice) {
        if variants.is_some() {
            html.push_str(&paragraphs_html(text(&variant["description"])));
        }
        if let Some(values) = variant["enum"].as_array() {
            let values: Vec<String> = values
                .iter()
                .map(|value| code(&value.to_string()))
                .collect();
            let _ = write!(html, "<p>One of {}.</p>", values.join(", "));
        }
        html.push_str("<table>");
        for (field, schema) in entries(&variant["properties"]) {
            let description = inline_html(text(&schema["description"]));
            let (field, type_html) = (code(field), type_of(schema));
            let _ = write!(html, "<tr><td>{field}<td>{type_html}<td>{description}");
        }
        html.push_str("</table>");
    }
}

/// HTML of a schema's type.
fn type_of(schema: &Value) -> String {
    if let Some(name) = text(&schema["$ref"])
        .rsplit('/')
        .next()
        .filter(|name| !name.is_empty())
    {
        let name = escape_html(name);
        return format!("<a href=\"#{name}\">{name}</a>");
    }
    if let Some(variants) = schema["oneOf"].as_array() {
        let variants: Vec<String> = variants.iter().map(type_of).collect();
        return variants.join(" or ");
    }
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values
            .iter()
            .map(|value| code(&value.to_string()))
            .collect();
        return values.join(" or ");
    }
    match &schema["type"] {
        Value::String(kind) if kind == "array" => format!("list of {}", type_of(&schema["items"])),
        Value::String(kind) => escape_html(kind),
        Value::Array(kinds) => {
            let kinds: Vec<String> = kinds.iter().map(|kind| escape_html(text(kind))).collect();
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

/// HTML of paragraphs separated by empty lines.
fn paragraphs_html(text: &str) -> String {
    let paragraphs = text.split("\n\n").filter(|paragraph| !paragraph.is_empty());
    paragraphs
        .map(|paragraph| format!("<p>{}</p>", inline_html(paragraph)))
        .collect()
}

/// HTML of a text with `code` in backticks.
fn inline_html(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(index, part)| match index % 2 {
            1 => code(part),
            _ => escape_html(part),
        })
        .collect()
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", escape_html(text))
}

fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_shows_every_request_and_schema() {
        let openapi: Value = serde_json::from_str(&api::openapi()).expect("valid JSON");
        let html = render(&openapi);
        for (path, _) in entries(&openapi["paths"]) {
            assert!(
                html.contains(&format!(" {}</h3>", escape_html(path))),
                "{path}"
            );
        }
        for (name, _) in entries(&openapi["components"]["schemas"]) {
            assert!(html.contains(&format!("id=\"{name}\"")), "{name}");
        }
        assert!(!html.contains("<script"));
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(
            paragraphs_html("a < b `c<d>`\n\n\"e\""),
            "<p>a &lt; b <code>c&lt;d&gt;</code></p><p>&quot;e&quot;</p>"
        );
    }
}
