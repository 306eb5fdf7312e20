//! API documentation: the OpenAPI description as JSON and as an HTML page.

use std::sync::Arc;

use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse};
use minijinja::Environment;
use minijinja::value::Serde;
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

fn render(openapi: &Value) -> String {
    Environment::new()
        .render_named_str("docs.html", include_str!("docs.html"), Serde(openapi))
        .expect("the template is valid")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn page_shows_every_request_and_schema() {
        let openapi: Value = serde_json::from_str(&api::openapi()).expect("valid JSON");
        let html = render(&openapi);
        for path in openapi["paths"].as_object().expect("paths").keys() {
            assert!(html.contains(&format!(" {path}</h3>")), "{path}");
        }
        let schemas = openapi["components"]["schemas"].as_object();
        for name in schemas.expect("schemas").keys() {
            assert!(html.contains(&format!("id=\"{name}\"")), "{name}");
        }
        assert!(!html.contains("<script"));
    }

    #[test]
    fn markup_is_escaped() {
        let html = render(&json!({
            "info": {"description": "a < b `c<d>`\n\n\"e\""},
            "paths": {},
            "components": {"schemas": {}},
        }));
        let paragraphs = "<p>a &lt; b <code>c&lt;d&gt;</code></p><p>&quot;e&quot;</p>";
        assert!(html.contains(paragraphs), "{html}");
    }
}
