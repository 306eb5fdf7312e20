//! Experiments of the lab.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use super::extract::{self, ApiResult, Path, State};
use crate::dto::error::{ApiError, ErrorBody};
use crate::dto::lab::{Experiment, ExperimentList, ExperimentPath, ExperimentResults, NewRun};
use crate::sync::run_blocking;

/// List all experiments and their runs.
#[utoipa::path(
    get,
    path = "/lab/experiments",
    operation_id = "list_experiments",
    tag = "lab",
    responses((status = 200, body = ExperimentList))
)]
pub async fn list(state: State) -> ApiResult<ExperimentList> {
    let runner = state.experiments.clone();
    let experiments = run_blocking(move || Ok(runner.list())).await?;
    Ok(Json(ExperimentList { experiments }))
}

/// Get the results of an experiment so far.
#[utoipa::path(
    get,
    path = "/lab/experiments/{paper}/{name}",
    operation_id = "get_experiment",
    tag = "lab",
    params(ExperimentPath),
    responses(
        (status = 200, body = ExperimentResults),
        (status = "4XX", description = "The experiment does not exist.", body = ErrorBody),
    )
)]
pub async fn get(state: State, Path(path): Path<ExperimentPath>) -> ApiResult<ExperimentResults> {
    let runner = state.experiments.clone();
    let results = run_blocking(move || runner.results(&path.id())).await?;
    Ok(Json(results))
}

/// Get a figure of an experiment as SVG.
#[utoipa::path(
    get,
    path = "/lab/experiments/{paper}/{name}/figures/{figure}",
    operation_id = "get_figure",
    tag = "lab",
    params(
        ExperimentPath,
        ("figure" = String, Path, description = "Name of the figure.", example = "first-mover"),
    ),
    responses(
        (status = 200, body = String, content_type = "image/svg+xml"),
        (status = "4XX", description = "The figure does not exist.", body = ErrorBody),
    )
)]
pub async fn figure(
    state: State,
    Path((paper, name, figure)): Path<(String, String, String)>,
) -> Result<impl IntoResponse, ApiError> {
    let runner = state.experiments.clone();
    let id = ExperimentPath { paper, name }.id();
    let svg = run_blocking(move || runner.figure(&id, &figure)).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], svg))
}

/// Start or continue a run of an experiment at small scale.
#[utoipa::path(
    post,
    path = "/lab/experiments/{paper}/{name}/run",
    operation_id = "run_experiment",
    tag = "lab",
    params(ExperimentPath),
    request_body = NewRun,
    responses(
        (status = 200, body = Experiment),
        (
            status = "4XX",
            description = "The experiment does not exist, or one is running.",
            body = ErrorBody
        ),
    )
)]
pub async fn run(
    state: State,
    Path(path): Path<ExperimentPath>,
    extract::Json(new): extract::Json<NewRun>,
) -> ApiResult<Experiment> {
    let runner = state.experiments.clone();
    let experiment = run_blocking(move || runner.start(&path.id(), new.restart)).await?;
    Ok(Json(experiment))
}

/// Stop the run of an experiment. Its results are kept.
#[utoipa::path(
    delete,
    path = "/lab/experiments/{paper}/{name}/run",
    operation_id = "stop_experiment",
    tag = "lab",
    params(ExperimentPath),
    responses(
        (status = 204, description = "The run is stopping."),
        (status = "4XX", description = "The experiment is not running.", body = ErrorBody),
    )
)]
pub async fn stop(state: State, Path(path): Path<ExperimentPath>) -> Result<StatusCode, ApiError> {
    state.experiments.stop(&path.id())?;
    Ok(StatusCode::NO_CONTENT)
}
