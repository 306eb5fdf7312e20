//! Tests through the public interface.

mod cgt_oracle;
mod properties;
