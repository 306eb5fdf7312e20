//! External engines in the database of games.

use redb::{ReadableDatabase, ReadableTable, TableDefinition, TableError};

use super::{GameStore, StoreError, database};
use crate::dto::external_engine::ExternalEngine;

/// External engines by id, as JSON. The table is created with the first engine.
const ENGINES: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("programs");

/// Metadata key of the next engine id.
const NEXT_ENGINE_ID: &str = "next program";

impl GameStore {
    /// Adds an engine and sets its id.
    pub fn add_engine(&self, mut engine: ExternalEngine) -> Result<ExternalEngine, StoreError> {
        let transaction = self.0.begin_write()?;
        engine.id = database::next_id(&transaction, NEXT_ENGINE_ID)?;
        let bytes = to_bytes(&engine)?;
        transaction
            .open_table(ENGINES)?
            .insert(engine.id, bytes.as_slice())?;
        transaction.commit()?;
        Ok(engine)
    }

    /// Replaces an engine.
    pub fn put_engine(&self, engine: &ExternalEngine) -> Result<(), StoreError> {
        let transaction = self.0.begin_write()?;
        let bytes = to_bytes(engine)?;
        transaction
            .open_table(ENGINES)?
            .insert(engine.id, bytes.as_slice())?;
        transaction.commit()?;
        Ok(())
    }

    /// Deletes an engine. Returns whether it existed.
    pub fn delete_engine(&self, id: u64) -> Result<bool, StoreError> {
        let transaction = self.0.begin_write()?;
        let existed = transaction.open_table(ENGINES)?.remove(id)?.is_some();
        transaction.commit()?;
        Ok(existed)
    }

    /// All engines, in the order in which they were added.
    pub fn engines(&self) -> Result<Vec<ExternalEngine>, StoreError> {
        let engines = match self.0.begin_read()?.open_table(ENGINES) {
            Ok(engines) => engines,
            Err(TableError::TableDoesNotExist(_)) => return Ok(Vec::new()),
            Err(error) => return Err(error.into()),
        };
        let mut list = Vec::new();
        for entry in engines.iter()? {
            let (id, bytes) = entry?;
            let engine = serde_json::from_slice(bytes.value()).map_err(|reason| {
                let id = id.value();
                StoreError::ExternalEngine { id, reason }
            })?;
            list.push(engine);
        }
        Ok(list)
    }
}

fn to_bytes(engine: &ExternalEngine) -> Result<Vec<u8>, StoreError> {
    serde_json::to_vec(engine).map_err(StoreError::Serialize)
}
