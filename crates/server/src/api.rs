//! Routes of the API and their OpenAPI description.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use utoipa::OpenApi;
use utoipa::openapi::{self, Content, Ref, RefOr};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::app_state::AppState;
use crate::dto::analysis::{AnalysisEvent, AnalysisRequest};
use crate::dto::error::ErrorBody;
use crate::handlers::{
    analysis, book, external_engines, game_database, games, info, lab, positions, reviews,
};

/// Path prefix of the API.
const API_PREFIX: &str = "/api/v1";

/// Maximum size of an import: tens of thousands of games.
const MAX_IMPORT_BYTES: usize = 32 << 20;

/// Path of a route of the API.
pub fn api_path(route: &str) -> String {
    format!("{API_PREFIX}{route}")
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Thermodon",
        description = "Play, analyze and study the Game of the Amazons.\n\n\
                       Squares are written `d1`, moves `d1-d7/g7`, positions as FENs. A failed \
                       request has status 4xx or 5xx and an `ErrorBody`, and changes nothing.\n\n\
                       A server that other machines can reach, or that runs external engines, \
                       requires `Authorization: Bearer TOKEN`; guests may only read."
    ),
    components(schemas(AnalysisRequest, AnalysisEvent, ErrorBody))
)]
struct ApiDoc;

/// Builds the routes and their description.
fn build() -> (Router<Arc<AppState>>, openapi::OpenApi) {
    let api = OpenApiRouter::new()
        .routes(routes!(info::info))
        .routes(routes!(positions::read_position))
        .routes(routes!(positions::overlays))
        .routes(routes!(positions::analyze_endgame))
        .routes(routes!(positions::read_record))
        .routes(routes!(positions::write_record))
        .routes(routes!(games::create, games::list))
        .routes(routes!(games::get, games::delete))
        .routes(routes!(games::play))
        .routes(routes!(games::take_back))
        .routes(routes!(games::resign))
        .routes(routes!(games::set_tree))
        .routes(routes!(games::hint))
        .routes(routes!(games::watch))
        .routes(routes!(analysis::stream))
        .routes(routes!(external_engines::list, external_engines::add))
        .routes(routes!(external_engines::rename, external_engines::remove))
        .routes(routes!(reviews::insights))
        .routes(routes!(positions::puzzle))
        .routes(routes!(reviews::create))
        .routes(routes!(reviews::get, reviews::delete))
        .routes(routes!(book::explore))
        .routes(routes!(
            book::get_build,
            book::start_build,
            book::stop_build
        ))
        .routes(
            routes!(
                game_database::count,
                game_database::import,
                game_database::clear
            )
            .layer(DefaultBodyLimit::max(MAX_IMPORT_BYTES)),
        )
        .routes(routes!(game_database::get))
        .routes(routes!(game_database::import_state))
        .routes(routes!(lab::list))
        .routes(routes!(lab::get))
        .routes(routes!(lab::figure))
        .routes(routes!(lab::run, lab::stop));
    let (routes, mut description) = OpenApiRouter::with_openapi(ApiDoc::openapi())
        .nest(API_PREFIX, api)
        .split_for_parts();
    add_error_bodies(&mut description);
    (routes, description)
}

/// Adds the [`ErrorBody`], which all error responses have.
fn add_error_bodies(description: &mut openapi::OpenApi) {
    for path in description.paths.paths.values_mut() {
        let operations = [
            &mut path.get,
            &mut path.post,
            &mut path.put,
            &mut path.delete,
        ];
        for operation in operations.into_iter().flatten() {
            let responses = &mut operation.responses.responses;
            if let Some(RefOr::T(response)) = responses.get_mut("4XX") {
                let body = RefOr::T(Content::new(Some(Ref::from_schema_name("ErrorBody"))));
                response.content.insert("application/json".to_owned(), body);
            }
        }
    }
}

/// Routes of the API.
pub fn routes() -> Router<Arc<AppState>> {
    build().0
}

/// OpenAPI description of the API as pretty JSON.
#[must_use]
pub fn openapi() -> String {
    let (_, description) = build();
    let mut text = description
        .to_pretty_json()
        .expect("the description is plain data");
    text.push('\n');
    text
}
