//! A connection with its prepared statements.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use bytes::{Bytes, BytesMut};
use futures_util::SinkExt;
use tokio::runtime::{Builder, Handle, Runtime, RuntimeFlavor};
use tokio::time::timeout;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type};
use tokio_postgres::{Client, Error, Row, Statement};

use super::server::{Link, PostgresServer};
use crate::sql::fault::Fault;
use crate::sql::value::{Column, OwnedValue, Parameter, SqlError, SqlResult, SqlValue, params};
use joseki_base::cancel;

/// How long connecting may take, with the greeting; less if its caller waits for less.
const OPEN_DEADLINE: Duration = Duration::from_secs(15);
/// How often a caller that waits is asked whether it still does.
const TICK: Duration = Duration::from_millis(50);
/// How long a server may take to stop a query whose caller is gone.
const CANCEL_DEADLINE: Duration = Duration::from_secs(1);
/// In place of U+0000, which PostgreSQL does not take.
const NOWHERE: &str = "\u{10ffff}";
/// Number of statements that a connection keeps prepared.
const MAX_PREPARED: usize = 500;
/// Number of statements that are sent before their answers are awaited, and up to which they may be
/// awaited with a commit.
const MAX_DEFERRED: usize = 500;
const FEW_DEFERRED: usize = 50;

const COUNTERS: &str = "SELECT name, value FROM counter";
/// The SQLSTATE of a statement that was to change one row and did not.
const DIVISION_BY_ZERO: &str = "22012";

/// Settings of each connection. A statement may run long, as an import or a check does, but nobody
/// waits for a lock for long. Statements are never compiled: that takes longer than any of them,
/// and is decided by estimates that are far off in tables which nobody has analyzed.
const SETTINGS: &str =
    "SET jit = off; SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '60s';
                        SET client_min_messages = warning; SET TimeZone = 'UTC'";

/// Plans look-ups by keys as such, for the rest of a transaction. A plan is made once: the server would
/// plan each look-up in a partitioned table again, since the plan for a known partition seems to cost
/// less than the one for all of them. And it reads no whole table, whose size it does not know before
/// the table is analyzed.
pub(crate) const PLAN_LOOK_UPS: &str = "SET LOCAL plan_cache_mode = force_generic_plan;
    SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off";

/// A connection with its prepared statements.
///
/// Statements whose results nobody needs are sent together with the next query: a server takes
/// longer to be asked than to answer.
pub(crate) struct PostgresConnection {
    /// Sends and receives while an answer is awaited.
    runtime: Runtime,
    client: Arc<Client>,
    /// The end of the socket; `None` once it is lost.
    link: RefCell<Option<Link>>,
    server: PostgresServer,
    prepared: RefCell<HashMap<String, Statement>>,
    deferred: RefCell<Vec<Deferred>>,
    /// The first error of a deferred statement.
    fault: RefCell<Option<Fault>>,
    /// How long an answer is awaited.
    deadline: Cell<Duration>,
    /// While it writes: the last number given, by table, and whether it changed.
    counters: RefCell<HashMap<String, (i64, bool)>>,
    /// The rows of the counters, until they are needed.
    asked_counters: RefCell<Option<RowsAnswer>>,
}

type Answer = Pin<Box<dyn Future<Output = Result<u64, Error>> + Send>>;
type RowsAnswer = Pin<Box<dyn Future<Output = Result<Vec<Row>, Error>> + Send>>;
/// Returns the error of a statement that does not change one row.
pub(crate) type NotOne = Box<dyn FnOnce() -> Fault + Send>;

/// A statement that is sent, and whose answer is awaited later.
struct Deferred {
    answer: Answer,
    not_one: Option<NotOne>,
}

impl std::fmt::Debug for PostgresConnection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PostgresConnection").finish_non_exhaustive()
    }
}

/// Runs work that blocks, and informs the async runtime first if this is one of its threads. The
/// connections must also be dropped in here.
pub(crate) fn blocking<T>(work: impl FnOnce() -> T) -> T {
    let runtime = Handle::try_current().map(|handle| handle.runtime_flavor());
    match runtime {
        Ok(RuntimeFlavor::MultiThread) => tokio::task::block_in_place(work),
        _ => work(),
    }
}

impl PostgresConnection {
    /// Opens a connection that waits for each answer until a deadline.
    pub(crate) fn open(
        server: &PostgresServer,
        deadline: Duration,
    ) -> SqlResult<PostgresConnection> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| SqlError::Parameter(error.to_string()))?;
        let opening = OPEN_DEADLINE.min(deadline);
        let connecting = async { timeout(opening, server.connect()).await };
        let connected = runtime.block_on(connecting);
        let (client, link) = connected.map_err(|_| SqlError::Unanswered(opening))??;
        let conn = PostgresConnection {
            runtime,
            client: Arc::new(client),
            link: RefCell::new(Some(link)),
            server: server.clone(),
            prepared: RefCell::default(),
            deferred: RefCell::default(),
            fault: RefCell::default(),
            deadline: Cell::new(opening),
            counters: RefCell::default(),
            asked_counters: RefCell::default(),
        };
        conn.batch(SETTINGS)?;
        conn.set_deadline(deadline);
        Ok(conn)
    }

    /// Whether the connection is lost.
    pub(crate) fn is_closed(&self) -> bool {
        self.link.borrow().is_none() || self.client.is_closed()
    }

    /// Sets how long an answer is awaited.
    pub(crate) fn set_deadline(&self, deadline: Duration) {
        self.deadline.set(deadline);
    }

    /// Takes the first error of a deferred statement.
    pub(crate) fn take_fault(&self) -> Option<Fault> {
        self.fault.borrow_mut().take()
    }

    /// Awaits an answer, and those of deferred statements before it.
    fn wait<T>(&self, answer: impl Future<Output = Result<T, Error>>) -> SqlResult<T> {
        let deferred = self.deferred.take();
        let settled = async {
            for Deferred { answer, not_one } in deferred {
                if let Err(error) = answer.await.map_err(SqlError::from) {
                    return Err(match not_one {
                        Some(not_one) if error.state() == Some(DIVISION_BY_ZERO) => not_one(),
                        _ => error.into(),
                    });
                }
            }
            Ok::<_, Fault>(())
        };
        let both = async {
            let (settled, answer) = tokio::join!(settled, answer);
            match settled {
                Ok(()) => Ok(answer?),
                Err(fault) => {
                    self.fault.borrow_mut().get_or_insert(fault);
                    Err(SqlError::Earlier)
                }
            }
        };
        self.runtime.block_on(self.driven(both))
    }

    /// Sends and receives until an answer is there.
    async fn driven<T>(&self, answer: impl Future<Output = SqlResult<T>>) -> SqlResult<T> {
        let mut answer = pin!(answer);
        let mut driven = pin!(poll_fn(|cx| {
            self.drive(cx);
            answer.as_mut().poll(cx)
        }));
        let (begun, deadline) = (Instant::now(), self.deadline.get());
        loop {
            match timeout(TICK.min(deadline), driven.as_mut()).await {
                Ok(answer) => return answer,
                Err(_) if cancel::is_cancelled() => {
                    let cancelling = self.server.cancel(self.client.cancel_token());
                    drop(timeout(CANCEL_DEADLINE, cancelling).await);
                    self.link.take();
                    return Err(SqlError::Cancelled);
                }
                Err(_) if begun.elapsed() < deadline => {}
                Err(_) => {
                    self.link.take();
                    return Err(SqlError::Unanswered(deadline));
                }
            }
        }
    }

    fn drive(&self, cx: &mut Context<'_>) {
        let mut link = self.link.borrow_mut();
        if let Some(open) = link.as_mut()
            && open.as_mut().poll(cx).is_ready()
        {
            *link = None;
        }
    }

    /// Sends a statement whose answer is awaited with that of the next one.
    fn defer(&self, answer: Answer, not_one: Option<NotOne>) -> SqlResult<()> {
        self.deferred.borrow_mut().push(Deferred { answer: sent(answer), not_one });
        let waiting = self.deferred.borrow().len();
        if waiting < MAX_DEFERRED { Ok(()) } else { self.settle() }
    }

    /// Awaits the answers of deferred statements.
    fn settle(&self) -> SqlResult<()> {
        let has_none = self.deferred.borrow().is_empty();
        if has_none { Ok(()) } else { self.wait(std::future::ready(Ok(()))) }
    }

    /// Awaits the answers of deferred statements if they are many.
    pub(crate) fn settle_many(&self) -> SqlResult<()> {
        let waiting = self.deferred.borrow().len();
        if waiting < FEW_DEFERRED { Ok(()) } else { self.settle() }
    }

    /// Executes statements without parameters.
    pub(crate) fn batch(&self, sql: &str) -> SqlResult<()> {
        self.wait(self.client.batch_execute(sql))
    }

    /// Executes statements without parameters, together with the next one.
    pub(crate) fn batch_later(&self, sql: String) -> SqlResult<()> {
        let client = Arc::clone(&self.client);
        self.defer(Box::pin(async move { client.batch_execute(&sql).await.map(|()| 0) }), None)
    }

    /// Sends what is deferred, and waits for nothing.
    pub(crate) fn send(&self) {
        let sent = poll_fn(|cx| {
            self.drive(cx);
            Poll::Ready(())
        });
        self.runtime.block_on(sent);
    }

    /// Begins a transaction that writes, with a statement that waits for all others and gets a mark,
    /// and reads the counters.
    pub(crate) fn begin_write(&self, take_turn: &str, mark: &str) -> SqlResult<()> {
        self.counters.borrow_mut().clear();
        let take_turn = self.prepare(take_turn)?;
        self.batch_later("BEGIN".to_owned())?;
        self.execute_later(&take_turn, &[&mark], None)?;
        let (client, statement) = (Arc::clone(&self.client), self.prepare(COUNTERS)?);
        let rows: RowsAnswer = Box::pin(async move { client.query(&statement, &[]).await });
        *self.asked_counters.borrow_mut() = Some(sent(rows));
        Ok(())
    }

    /// Reads the counters, which were asked for when the write began.
    fn await_counters(&self) -> SqlResult<()> {
        let Some(rows) = self.asked_counters.take() else {
            return Ok(());
        };
        let rows = self.wait(rows)?;
        let counter = |row| {
            let (name, last) = (String::read(column(row, 0)?), i64::read(column(row, 1)?));
            Ok((name.ok_or(SqlError::NoRow)?, (last.ok_or(SqlError::NoRow)?, false)))
        };
        *self.counters.borrow_mut() = rows.iter().map(counter).collect::<SqlResult<_>>()?;
        Ok(())
    }

    /// Returns the next number of a table.
    pub(crate) fn next_number(&self, table: &str) -> SqlResult<i64> {
        self.await_counters()?;
        let mut counters = self.counters.borrow_mut();
        let counter = counters.get_mut(table).ok_or(SqlError::NoRow)?;
        *counter = (counter.0 + 1, true);
        Ok(counter.0)
    }

    /// Returns the last number given.
    pub(crate) fn number(&self, counter: &str) -> SqlResult<i64> {
        self.await_counters()?;
        Ok(self.counters.borrow().get(counter).map_or(0, |counter| counter.0))
    }

    /// Sets the last number given.
    pub(crate) fn set_number(&self, table: &str, last: i64) -> SqlResult<()> {
        self.await_counters()?;
        self.counters.borrow_mut().insert(table.to_owned(), (last, true));
        Ok(())
    }

    /// Stores the counters that changed.
    pub(crate) fn store_counters(&self) -> SqlResult<()> {
        let counters = self.counters.borrow();
        for (name, (last, _)) in counters.iter().filter(|(_, (_, changed))| *changed) {
            let sql = "UPDATE counter SET value = ?2 WHERE name = ?1";
            self.execute_later(&self.prepare(sql)?, params![name, last], None)?;
        }
        Ok(())
    }

    /// Prepares a statement with parameters as in SQLite (`?1`), or returns the cached one.
    pub(crate) fn prepare(&self, sql: &str) -> SqlResult<Statement> {
        if let Some(known) = self.prepared.borrow().get(sql) {
            return Ok(known.clone());
        }
        let text = sql.replace('?', "$");
        let statement = self.wait(self.client.prepare(&text))?;
        let mut prepared = self.prepared.borrow_mut();
        if prepared.len() >= MAX_PREPARED {
            prepared.clear();
        }
        prepared.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    /// Executes a statement; returns the number of rows that it changed.
    pub(crate) fn execute(
        &self,
        statement: &Statement,
        values: &[&dyn Parameter],
    ) -> SqlResult<usize> {
        let changed = self.wait(self.client.execute_raw(statement, bound(values)?))?;
        Ok(usize::try_from(changed).unwrap_or(usize::MAX))
    }

    /// Executes a statement together with the next one.
    pub(crate) fn execute_later(
        &self,
        statement: &Statement,
        values: &[&dyn Parameter],
        not_one: Option<NotOne>,
    ) -> SqlResult<()> {
        let owned = |value: &&dyn Parameter| {
            let not_text = || SqlError::Parameter("a text is not UTF-8".to_owned());
            OwnedValue::read(value.value()?).ok_or_else(not_text)
        };
        let values: Vec<OwnedValue> = values.iter().map(owned).collect::<SqlResult<_>>()?;
        let (client, statement) = (Arc::clone(&self.client), statement.clone());
        let executed = async move { client.execute_raw(&statement, values).await };
        self.defer(Box::pin(executed), not_one)
    }

    /// Runs a query.
    pub(crate) fn query(
        &self,
        statement: &Statement,
        values: &[&dyn Parameter],
    ) -> SqlResult<Vec<Row>> {
        let values = bound(values)?;
        let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
        self.wait(self.client.query(statement, &values))
    }

    /// Runs a query for each of some texts at once. Each row ends with the index of its text, from
    /// 1 on.
    pub(crate) fn query_each(&self, sql: &str, texts: &[&str]) -> SqlResult<Vec<Row>> {
        let each = format!(
            "SELECT found.*, n FROM unnest(CAST(?1 AS TEXT[])) WITH ORDINALITY AS wanted (value, n)
                 CROSS JOIN LATERAL ({}) AS found",
            sql.replace("?1", "wanted.value")
        );
        let statement = self.prepare(&each)?;
        let texts: Vec<String> = texts.iter().map(|text| text.replace('\0', NOWHERE)).collect();
        self.wait(self.client.query(&statement, &[&texts]))
    }

    /// Sends the rows of a `COPY`.
    pub(crate) fn copy_in(&self, sql: &str, rows: Vec<u8>) -> SqlResult<()> {
        self.wait(async {
            let mut sink = pin!(self.client.copy_in::<_, Bytes>(sql).await?);
            let sent = sink.send(rows.into()).await;
            // The server's error, which comes at the end, is more specific.
            sink.as_mut().finish().await?;
            sent
        })
    }
}

/// Sends a statement: the first poll of its answer does.
fn sent<T: Send + 'static>(
    mut answer: Pin<Box<dyn Future<Output = T> + Send>>,
) -> Pin<Box<dyn Future<Output = T> + Send>> {
    match answer.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => Box::pin(std::future::ready(done)),
        Poll::Pending => answer,
    }
}

fn bound<'v>(values: &'v [&'v dyn Parameter]) -> SqlResult<Vec<PostgresValue<'v>>> {
    values.iter().map(|value| Ok(PostgresValue(value.value()?))).collect()
}

/// A value as PostgreSQL takes it, in the type of its place.
#[derive(Debug)]
struct PostgresValue<'v>(SqlValue<'v>);

impl ToSql for PostgresValue<'_> {
    fn to_sql(
        &self,
        place: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match (self.0, place) {
            (SqlValue::Null, _) => Ok(IsNull::Yes),
            (SqlValue::Integer(number), &Type::INT4) => i32::try_from(number)?.to_sql(place, out),
            (SqlValue::Integer(number), &Type::FLOAT8) => (number as f64).to_sql(place, out),
            (SqlValue::Integer(number), &Type::BOOL) => (number != 0).to_sql(place, out),
            (SqlValue::Integer(number), _) => number.to_sql(&Type::INT8, out),
            (SqlValue::Real(number), _) => number.to_sql(&Type::FLOAT8, out),
            (SqlValue::Text(text), _) => {
                // Only in questions, which no stored text answers then.
                let text = str::from_utf8(text)?.replace('\0', NOWHERE);
                text.to_sql(&Type::TEXT, out)
            }
            (SqlValue::Blob(bytes), _) => bytes.to_sql(&Type::BYTEA, out),
        }
    }

    fn accepts(place: &Type) -> bool {
        [Type::INT8, Type::INT4, Type::FLOAT8, Type::BOOL, Type::TEXT, Type::BYTEA].contains(place)
    }

    tokio_postgres::types::to_sql_checked!();
}

impl ToSql for OwnedValue {
    fn to_sql(
        &self,
        place: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        PostgresValue(self.borrowed()).to_sql(place, out)
    }

    fn accepts(place: &Type) -> bool {
        PostgresValue::accepts(place)
    }

    tokio_postgres::types::to_sql_checked!();
}

/// A column as PostgreSQL gives it.
struct PostgresColumn<'r>(SqlValue<'r>);

impl<'r> FromSql<'r> for PostgresColumn<'r> {
    fn from_sql(
        of: &Type,
        raw: &'r [u8],
    ) -> Result<PostgresColumn<'r>, Box<dyn std::error::Error + Sync + Send>> {
        Ok(PostgresColumn(match *of {
            Type::INT8 => SqlValue::Integer(i64::from_sql(of, raw)?),
            Type::INT4 => SqlValue::Integer(i32::from_sql(of, raw)?.into()),
            Type::BOOL => SqlValue::Integer(bool::from_sql(of, raw)?.into()),
            Type::FLOAT8 => SqlValue::Real(f64::from_sql(of, raw)?),
            Type::BYTEA => SqlValue::Blob(raw),
            _ => SqlValue::Text(raw),
        }))
    }

    fn from_sql_null(
        _: &Type,
    ) -> Result<PostgresColumn<'r>, Box<dyn std::error::Error + Sync + Send>> {
        Ok(PostgresColumn(SqlValue::Null))
    }

    fn accepts(of: &Type) -> bool {
        let known = [Type::INT8, Type::INT4, Type::BOOL, Type::FLOAT8, Type::BYTEA, Type::TEXT];
        known.contains(of)
    }
}

/// Returns a column of a row.
pub(crate) fn column(row: &Row, column: usize) -> SqlResult<SqlValue<'_>> {
    let value: PostgresColumn<'_> = row.try_get(column)?;
    Ok(value.0)
}
