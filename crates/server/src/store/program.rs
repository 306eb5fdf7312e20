//! The other programs that were added, beside the games.

use redb::{ReadableDatabase, ReadableTable, TableDefinition, TableError};

use super::{ABOUT, Store, StoreError};
use crate::dto::program::Program;

/// The programs by number, each as JSON. The table is made when there is something to put into it.
const PROGRAMS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("programs");

/// The number of the next program: one that was removed is not given again, for games may name it.
const NEXT_KEY: &str = "next program";

impl Store {
    /// Adds a program under a number of its own. It is safe when this returns.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn add_program(&self, mut program: Program) -> Result<Program, StoreError> {
        let transaction = self.0.begin_write()?;
        {
            let mut about = transaction.open_table(ABOUT)?;
            program.id = about.get(NEXT_KEY)?.map_or(1, |next| next.value());
            about.insert(NEXT_KEY, program.id + 1)?;
            let mut programs = transaction.open_table(PROGRAMS)?;
            programs.insert(program.id, to_bytes(&program)?.as_slice())?;
        }
        transaction.commit()?;
        Ok(program)
    }

    /// Replaces a program. The change is safe when this returns.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn put_program(&self, program: &Program) -> Result<(), StoreError> {
        let transaction = self.0.begin_write()?;
        {
            let mut programs = transaction.open_table(PROGRAMS)?;
            programs.insert(program.id, to_bytes(program)?.as_slice())?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Forgets a program; false if there was none.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn delete_program(&self, id: u64) -> Result<bool, StoreError> {
        let transaction = self.0.begin_write()?;
        let was_there = transaction.open_table(PROGRAMS)?.remove(id)?.is_some();
        transaction.commit()?;
        Ok(was_there)
    }

    /// All programs, in the order in which they were added.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn programs(&self) -> Result<Vec<Program>, StoreError> {
        let programs = match self.0.begin_read()?.open_table(PROGRAMS) {
            Ok(programs) => programs,
            Err(TableError::TableDoesNotExist(_)) => return Ok(Vec::new()),
            Err(error) => return Err(error.into()),
        };
        let mut list = Vec::new();
        for entry in programs.iter()? {
            let (id, bytes) = entry?;
            let program = serde_json::from_slice(bytes.value()).map_err(|reason| {
                let id = id.value();
                StoreError::Program { id, reason }
            })?;
            list.push(program);
        }
        Ok(list)
    }
}

fn to_bytes(program: &Program) -> Result<Vec<u8>, StoreError> {
    serde_json::to_vec(program).map_err(StoreError::Writing)
}
