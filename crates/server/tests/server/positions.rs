//! Positions, overlays, game records and server info.

use serde_json::{Value, json};

use crate::client::{Reply, TestServer, assert_contains};

const SGF: &str = "(;GM[18]PB[Ada]PW[Bob]RE[B+R]\
    ;B[djddgd]TE[1]C[Well done](;W[addgad])(;W[adbdbj]BM[2]TR[bd]))";

async fn parse(server: &TestServer, text: &Value) -> Reply {
    let request = json!({"text": text});
    server.post("/positions/read", request).await
}

#[tokio::test]
async fn positions_are_parsed_in_any_notation() {
    let server = TestServer::start();
    let start = parse(&server, &json!("startpos")).await.ok();
    assert_eq!(start["moves"], 2176);
    assert_eq!(start["black"], json!(["a7", "j7", "d10", "g10"]));
    assert_eq!(parse(&server, &start["fen"]).await.ok(), start);
    let over = parse(&server, &json!("x#o b")).await.ok();
    assert_contains(&over, json!({"winner": "white", "moves": 0}));
    for text in ["hello", "3x3", "", "3q2q3/11"] {
        parse(&server, &json!(text)).await.error(400);
    }
}

#[tokio::test]
async fn overlays_cover_every_square() {
    let server = TestServer::start();
    let get = async |fen: &str| {
        let request = json!({"fen": fen});
        server.post("/positions/overlays", request).await
    };
    let overlays = get("8x8").await.ok();
    for list in [
        &overlays["ownership"],
        &overlays["queen"]["black"],
        &overlays["king"]["white"],
    ] {
        assert_eq!(list.as_array().map(Vec::len), Some(64));
    }
    let mobility = overlays["mobility"].as_object().expect("map");
    assert_eq!(mobility.len(), 8);
    assert_eq!(overlays["regions"][0]["black"], 4);
    get("9x").await.error(400);
}

#[tokio::test]
async fn server_info_lists_levels_and_limits() {
    let server = TestServer::start();
    let info = server.get("/about").await.ok();
    assert_eq!(info["name"], "Thermodon");
    let levels = info["levels"].as_array().expect("levels");
    assert_eq!((levels.len(), &levels[0]["level"]), (20, &json!(1)));
    assert_eq!(info["limits"]["threads"], 2);
}

#[tokio::test]
async fn records_survive_parsing_and_writing() {
    let server = TestServer::start();
    let parse = async |text: &Value| {
        let request = json!({"text": text});
        server.post("/records/read", request).await.ok()
    };
    let parsed = parse(&json!(SGF)).await;
    assert_eq!(parsed["format"], "sgf");
    let tree = &parsed["records"][0];
    let info = json!({"black": "Ada", "white": "Bob", "result": "B+R"});
    assert_eq!(tree["info"], info);
    let nodes = tree["nodes"].as_array().expect("nodes");
    let parents: Vec<_> = nodes.iter().map(|node| node["parent"].as_u64()).collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(1)]);
    assert_contains(&nodes[1], json!({"glyph": "!", "comment": "Well done"}));
    assert_contains(
        &nodes[3],
        json!({"glyph": "??", "properties": [{"name": "TR"}]}),
    );
    for format in ["sgf", "ggf", "little-golem", "text", "fen", "diagram"] {
        let request = json!({"tree": tree, "format": format});
        let written = server.post("/records/write", request).await.ok();
        let again = parse(&written["text"]).await;
        let records = again["records"].as_array().expect("records");
        assert_eq!(records.len(), 1, "{format}");
        if format == "sgf" {
            assert_eq!(&records[0], tree);
        }
    }
}

#[tokio::test]
async fn invalid_records_and_trees_are_rejected() {
    let server = TestServer::start();
    for text in ["", "hello", "(;GM[1];B[aa])", "startpos moves d1-d9/d9 x"] {
        let request = json!({"text": text});
        server.post("/records/read", request).await.error(400);
    }
    let nodes = json!([{"id": 0}, {"id": 1, "parent": 0, "move": "a1-a2/a3"}]);
    let tree = json!({"start": "startpos", "nodes": nodes});
    let request = json!({"tree": tree, "format": "sgf"});
    let message = server.post("/records/write", request).await.error(400);
    assert!(message.contains("node 1"), "{message}");
    let request = json!({"tree": tree, "format": "pgn"});
    let message = server.post("/records/write", request).await.error(422);
    assert!(message.contains("pgn"), "{message}");
}
