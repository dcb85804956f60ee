//! Transactions whose work may refuse the request.

use diesel::result::Error as DieselError;
use diesel_async::AsyncPgConnection;
use thiserror::Error;

use super::error::RequestError;
use crate::database::Store;

#[derive(Debug, Error)]
pub enum Rollback {
    #[error(transparent)]
    Query(#[from] DieselError),
    #[error(transparent)]
    Refusal(#[from] RequestError),
}

/// Runs work in one transaction, which is rolled back on any error.
pub async fn transaction<T>(
    store: &Store,
    mut work: impl AsyncFnMut(&mut AsyncPgConnection) -> Result<T, Rollback>,
) -> Result<T, RequestError> {
    let mut refusal = None;
    let done = store
        .run(async |connection| {
            work(connection).await.map_err(|cause| match cause {
                Rollback::Query(cause) => cause,
                Rollback::Refusal(error) => {
                    refusal = Some(error);
                    DieselError::RollbackTransaction
                }
            })
        })
        .await;
    match refusal {
        Some(error) => Err(error),
        None => Ok(done?),
    }
}
