//! Many viewers at once, each with a position of its own: what does each get, and what do the others feel?
//!
//!     cargo run --release -p thermodon-server --example load -- http://127.0.0.1:8642 [viewers] [seconds]
//!
//! The server runs by itself (`thermodon serve --no-open`), so that its memory is its own. Prints one
//! JSON object; fails if a stream broke off or fell back. `tests/load/check` does all of it.

use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use hyper::Request;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// What one viewer saw.
#[derive(Default)]
struct Seen {
    updates: usize,
    nodes: u64,
    /// From the request to the first lines.
    first: Duration,
    /// Whether the stream held to the end.
    held: bool,
    /// Numbers of nodes that went down: a stream that fell back.
    fell_back: usize,
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().ok_or("say where the server is")?;
    let viewers: usize = arguments.next().map_or(Ok(200), |text| text.parse())?;
    let seconds: u64 = arguments.next().map_or(Ok(20), |text| text.parse())?;
    let host = url
        .trim_start_matches("http://")
        .trim_end_matches('/')
        .to_owned();
    let positions: Vec<String> = (0..viewers).map(position).collect();
    let end = Instant::now() + Duration::from_secs(seconds);
    let streams: Vec<_> = positions
        .into_iter()
        .map(|fen| tokio::spawn(view(host.clone(), fen, end)))
        .collect();
    let caller = tokio::spawn(call(host.clone(), end));
    // One more comes when all others have been there for a while.
    let newcomer = tokio::spawn(arrive_late(host.clone(), end));
    let mut seen = Vec::new();
    for stream in streams {
        seen.push(stream.await?.unwrap_or_default());
    }
    let mut calls = caller.await??;
    calls.sort();
    let soon = Instant::now() + Duration::from_secs(2);
    let alone = view(host, "9x9".to_owned(), soon).await?;
    let report = json!({
        "viewers": viewers,
        "seconds": seconds,
        "held": seen.iter().filter(|one| one.held).count(),
        "fell_back": seen.iter().map(|one| one.fell_back).sum::<usize>(),
        "updates": spread(seen.iter().map(|one| one.updates as u64)),
        "nodes": spread(seen.iter().map(|one| one.nodes)),
        "first_lines_ms": spread(seen.iter().map(|one| one.first.as_millis() as u64)),
        "api_calls": calls.len(),
        "api_p50_ms": percentile(&calls, 50).as_secs_f64() * 1000.0,
        "api_p99_ms": percentile(&calls, 99).as_secs_f64() * 1000.0,
        "first_lines_newcomer_ms": newcomer.await??.first.as_millis() as u64,
        "first_lines_alone_ms": alone.first.as_millis() as u64,
    });
    println!("{report:#}");
    let is_whole = |one: &Seen| one.held && one.updates > 0 && one.fell_back == 0;
    if !seen.iter().all(is_whole) {
        return Err("a stream broke off, fell back or told nothing".into());
    }
    Ok(())
}

/// The standard start with two squares burned: a different pair for each of a thousand numbers.
fn position(number: usize) -> String {
    let row = |column: usize| match column {
        0 => "*9".to_owned(),
        9 => "9*".to_owned(),
        column => format!("{column}*{}", 9 - column),
    };
    let (second, third) = (row(number % 10), row(number / 10 % 10));
    let ninth = if number >= 100 {
        row(number / 100)
    } else {
        "10".to_owned()
    };
    format!("3q2q3/{second}/{third}/q8q/10/10/Q8Q/{ninth}/10/3Q2Q3 w - - 0 1")
}

async fn arrive_late(host: String, end: Instant) -> Result<Seen, Failure> {
    tokio::time::sleep_until((end - Duration::from_secs(3)).into()).await;
    view(host, "8x8".to_owned(), end).await
}

async fn view(host: String, fen: String, end: Instant) -> Result<Seen, Failure> {
    let (mut socket, _) =
        tokio_tungstenite::connect_async(format!("ws://{host}/api/v1/analysis")).await?;
    let request = json!({"type": "analyze", "request": 1, "fen": fen, "lines": 60});
    let began = Instant::now();
    socket.send(Message::text(request.to_string())).await?;
    let mut seen = Seen::default();
    loop {
        let message = tokio::select! {
            message = socket.next() => message,
            () = tokio::time::sleep_until(end.into()) => break,
        };
        let Some(Ok(message)) = message else {
            return Ok(seen);
        };
        let Message::Text(text) = message else {
            continue;
        };
        let nodes = nodes(&text).ok_or_else(|| format!("no study: {text}"))?;
        if seen.updates == 0 {
            seen.first = began.elapsed();
        }
        seen.updates += 1;
        seen.fell_back += usize::from(nodes < seen.nodes);
        seen.nodes = nodes;
    }
    seen.held = true;
    Ok(seen)
}

/// How many positions a study has looked at. Found without reading all of it, for hundreds of viewers on the
/// same machine should take none of its time.
fn nodes(study: &str) -> Option<u64> {
    let (_, rest) = study.split_once("\"nodes\":")?;
    let digits = rest.split(|character: char| !character.is_ascii_digit());
    digits.into_iter().next()?.parse().ok()
}

/// Calls the API again and again; returns how long each call took.
async fn call(host: String, end: Instant) -> Result<Vec<Duration>, Failure> {
    let person = json!({"kind": "person"});
    let new = json!({"start": "6x6", "black": person, "white": person});
    let calls = [
        ("/api/v1/positions/overlays", json!({"fen": "startpos"})),
        ("/api/v1/games", new),
        (
            "/api/v1/records/read",
            json!({"text": "startpos moves d1-d7/g7"}),
        ),
    ];
    let mut times = Vec::new();
    while Instant::now() < end {
        for (path, body) in &calls {
            let began = Instant::now();
            post(&host, path, body).await?;
            times.push(began.elapsed());
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(times)
}

async fn post(host: &str, path: &str, body: &Value) -> Result<Value, Failure> {
    let stream = TcpStream::connect(host).await?;
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    let request = Request::post(path)
        .header("host", host)
        .header("content-type", "application/json")
        .body(axum::body::Body::from(body.to_string()))?;
    let response = sender.send_request(request).await?;
    let status = response.status();
    let body = axum::body::Body::new(response.into_body());
    let bytes = axum::body::to_bytes(body, usize::MAX).await?;
    if !status.is_success() {
        return Err(String::from_utf8_lossy(&bytes).into());
    }
    Ok(serde_json::from_slice(&bytes)?)
}

fn spread(numbers: impl Iterator<Item = u64>) -> Value {
    let mut numbers: Vec<u64> = numbers.collect();
    numbers.sort_unstable();
    let at = |share: usize| numbers.get(numbers.len() * share / 100).or(numbers.last());
    json!({"least": at(0), "median": at(50), "most": numbers.last()})
}

fn percentile(sorted: &[Duration], share: usize) -> Duration {
    let place = (sorted.len() * share / 100).min(sorted.len().saturating_sub(1));
    sorted.get(place).copied().unwrap_or_default()
}
