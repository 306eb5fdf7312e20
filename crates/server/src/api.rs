//! All routes, and the OpenAPI page that is made of them.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use utoipa::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::dto::analysis::{AnalysisEvent, AnalysisRequest};
use crate::handlers::{
    about, analysis, book, endgames, games, lab, lessons, positions, programs, records, reviews,
};
use crate::services::Services;

/// Where the API begins.
pub const PREFIX: &str = "/api/v1";

/// The bytes of games that may come at once: tens of thousands of games.
const IMPORT_BYTES: usize = 32 << 20;

/// The address of something in the API.
#[must_use]
pub fn path(rest: &str) -> String {
    format!("{PREFIX}{rest}")
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Thermodon",
        description = "Play, analyse and study the game of the Amazons.\n\nSquares are written `d1`, moves \
                       `d1-d7/g7`, positions as FENs. What cannot be done is answered with a 4xx and one \
                       sentence, and changes nothing."
    ),
    components(schemas(AnalysisRequest, AnalysisEvent))
)]
struct Description;

/// The routes, and their description.
fn described() -> (Router<Arc<Services>>, utoipa::openapi::OpenApi) {
    let api = OpenApiRouter::new()
        .routes(routes!(about::about))
        .routes(routes!(positions::read))
        .routes(routes!(positions::overlays))
        .routes(routes!(endgames::explain))
        .routes(routes!(records::read))
        .routes(routes!(records::write))
        .routes(routes!(games::create, games::list))
        .routes(routes!(games::get, games::delete))
        .routes(routes!(games::play))
        .routes(routes!(games::take_back))
        .routes(routes!(games::resign))
        .routes(routes!(games::keep_tree))
        .routes(routes!(games::hint))
        .routes(routes!(games::live))
        .routes(routes!(analysis::stream))
        .routes(routes!(programs::list, programs::add))
        .routes(routes!(programs::rename, programs::remove))
        .routes(routes!(lessons::lessons))
        .routes(routes!(lessons::puzzle))
        .routes(routes!(reviews::create))
        .routes(routes!(reviews::get, reviews::delete))
        .routes(routes!(book::explore))
        .routes(routes!(book::growth, book::start_growth, book::stop_growth))
        .routes(
            routes!(book::count, book::import, book::clear)
                .layer(DefaultBodyLimit::max(IMPORT_BYTES)),
        )
        .routes(routes!(book::game))
        .routes(routes!(book::import_state))
        .routes(routes!(lab::list))
        .routes(routes!(lab::get))
        .routes(routes!(lab::figure))
        .routes(routes!(lab::run, lab::stop));
    OpenApiRouter::with_openapi(Description::openapi())
        .nest(PREFIX, api)
        .split_for_parts()
}

/// The routes.
pub fn routes() -> Router<Arc<Services>> {
    described().0
}

/// The OpenAPI page of these very routes.
#[must_use]
pub fn openapi() -> String {
    let (_, description) = described();
    let mut text = description
        .to_pretty_json()
        .expect("a description made of plain data can be written");
    text.push('\n');
    text
}
