//! Experiments of the lab.

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use super::extract::{ApiResult, Json, Path, State, blocking_json};
use crate::dto::error::ApiError;
use crate::dto::lab::{
    Experiment, ExperimentList, ExperimentPath, ExperimentResults, FigurePath, NewRun,
};
use crate::sync::run_blocking;

/// List all experiments and their runs.
#[utoipa::path(
    get, path = "/lab/experiments", operation_id = "list_experiments", tag = "lab",
    responses((status = 200, body = ExperimentList))
)]
pub async fn list(state: State) -> ApiResult<ExperimentList> {
    blocking_json(move || {
        let experiments = state.experiments.list();
        Ok(ExperimentList { experiments })
    })
    .await
}

/// Get the results of an experiment so far.
#[utoipa::path(
    get, path = "/lab/experiments/{paper}/{name}", operation_id = "get_experiment", tag = "lab",
    params(ExperimentPath),
    responses(
        (status = 200, body = ExperimentResults),
        (status = "4XX", description = "The experiment does not exist."),
    )
)]
pub async fn get(state: State, Path(path): Path<ExperimentPath>) -> ApiResult<ExperimentResults> {
    blocking_json(move || state.experiments.results(&path.id())).await
}

/// Get a figure of an experiment as SVG.
#[utoipa::path(
    get, path = "/lab/experiments/{paper}/{name}/figures/{figure}",
    operation_id = "get_figure", tag = "lab",
    params(ExperimentPath, FigurePath),
    responses(
        (status = 200, body = String, content_type = "image/svg+xml"),
        (status = "4XX", description = "The figure does not exist."),
    )
)]
pub async fn figure(
    state: State,
    Path(path): Path<ExperimentPath>,
    Path(FigurePath { figure }): Path<FigurePath>,
) -> Result<impl IntoResponse, ApiError> {
    let svg = run_blocking(move || state.experiments.figure(&path.id(), &figure)).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], svg))
}

/// Start or continue a run of an experiment at small scale.
#[utoipa::path(
    post, path = "/lab/experiments/{paper}/{name}/run",
    operation_id = "run_experiment", tag = "lab",
    params(ExperimentPath),
    responses(
        (status = 200, body = Experiment),
        (status = "4XX", description = "The experiment does not exist, or one is running."),
    )
)]
pub async fn run(
    state: State,
    Path(path): Path<ExperimentPath>,
    Json(new): Json<NewRun>,
) -> ApiResult<Experiment> {
    blocking_json(move || state.experiments.start(&path.id(), new.restart)).await
}

/// Stop the run of an experiment. Its results are kept.
#[utoipa::path(
    delete, path = "/lab/experiments/{paper}/{name}/run",
    operation_id = "stop_experiment", tag = "lab",
    params(ExperimentPath),
    responses(
        (status = 204, description = "The run is stopping."),
        (status = "4XX", description = "The experiment is not running."),
    )
)]
pub async fn stop(state: State, Path(path): Path<ExperimentPath>) -> Result<StatusCode, ApiError> {
    state.experiments.stop(&path.id())?;
    Ok(StatusCode::NO_CONTENT)
}
