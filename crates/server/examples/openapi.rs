//! Prints the OpenAPI page, which is kept in `web/openapi.json` for the page's types.

fn main() {
    print!("{}", server::api::openapi());
}
