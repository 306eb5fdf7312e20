//! Prints the OpenAPI description of the API, from which the page's types are generated:
//!
//!     cargo run -p thermodon-server --example openapi > web/openapi.json

fn main() {
    print!("{}", server::openapi());
}
