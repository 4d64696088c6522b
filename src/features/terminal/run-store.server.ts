import { and, asc, count, desc, eq, getTableColumns, gt, inArray, lt, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { type TerminalRunRow, terminalOutput, terminalRun } from '#src/db/terminal.table.server.ts'
import { anyWidth } from '#src/lib/any-width.ts'
import { isRunOver, type TerminalRunState, terminalRunStates } from '#src/lib/terminal-run-states.ts'

/** Seconds without a sign of life after which a run counts as lost: its process has ended. */
const SILENT_SECONDS = 15

const OVER = terminalRunStates.filter(isRunOver)

/** The run of a task. */
export async function findRun(db: Db, uuid: string): Promise<TerminalRunRow | undefined> {
  const [row] = await db.select().from(terminalRun).where(eq(terminalRun.uuid, uuid))
  return row
}

/** The runs of some tasks. */
export function findRuns(db: Db, uuids: readonly string[]): Promise<TerminalRunRow[]> {
  return db
    .select()
    .from(terminalRun)
    .where(inArray(terminalRun.uuid, [...uuids]))
}

type NewRun = Pick<TerminalRunRow, 'uuid' | 'command' | 'extend'> & { ownerId: number }

/** Adds the run of a task; undefined when another request was first. */
export async function addRun(tx: Db, run: NewRun): Promise<number | undefined> {
  const [row] = await tx.insert(terminalRun).values(run).onConflictDoNothing().returning({ id: terminalRun.id })
  return row?.id
}

/** Notes which job carries a run out. */
export async function noteJob(tx: Db, id: number, jobId: number): Promise<void> {
  await tx.update(terminalRun).set({ jobId }).where(eq(terminalRun.id, id))
}

/** Begins a run that waits; undefined when it has begun before. */
export async function beginRun(db: Db, id: number): Promise<TerminalRunRow | undefined> {
  const [row] = await db
    .update(terminalRun)
    .set({ state: 'running', startTime: sql`now()` })
    .where(and(eq(terminalRun.id, id), eq(terminalRun.state, 'waiting')))
    .returning()
  return row
}

/** Ends a run that goes on. The first end counts. */
export async function endRun(
  db: Db,
  id: number,
  end: { state: TerminalRunState; exitCode?: number | null },
): Promise<void> {
  await db
    .update(terminalRun)
    .set({ ...end, endTime: sql`now()` })
    .where(and(eq(terminalRun.id, id), notInArray(terminalRun.state, OVER)))
}

/** Adds lines to the output. @returns whether the run still goes on */
export async function addOutput(db: Db, id: number, after: number, lines: readonly string[]): Promise<boolean> {
  const last = after + lines.length
  // One statement: whoever sees the new number of lines also finds them. Lines have no control characters but those of
  // colours, so there is no null character, which PostgreSQL does not take.
  const { rowCount } = await db.execute(sql`
    with going as (update terminal_run set lines = ${last} where id = ${id} and state = 'running' returning id)
    insert into terminal_output (run_id, first, last, text)
    select id, ${after + 1}, ${last}, ${lines.join('\n')} from going`)
  return rowCount === 1
}

/** A line of output and its number. */
export type OutputLine = { number: number; text: string }

/**
 * The output after a line.
 * @param most about so many lines: whole pieces are read
 */
export async function outputAfter(db: Db, id: number, after: number, most: number): Promise<OutputLine[]> {
  const pieces = await db
    .select()
    .from(terminalOutput)
    .where(
      and(
        eq(terminalOutput.runId, id),
        gt(terminalOutput.last, after),
        // Pieces follow one another without gaps, so those within reach have at least so many lines.
        lt(terminalOutput.first, after + 1 + most),
        // The piece that holds the next line is the last one that begins before it: the index leads there.
        sql`${terminalOutput.first} >= coalesce((select max(o.first) from terminal_output o
          where o.run_id = ${id} and o.first <= ${after + 1}), 0)`,
      ),
    )
    .orderBy(asc(terminalOutput.first))
  return pieces
    .flatMap(({ first, text }) => text.split('\n').map((line, index) => ({ number: first + index, text: line })))
    .filter(({ number }) => number > after)
}

/**
 * Ends runs whose job has ended without them: it was cancelled before it began, or its process has ended. Then nobody
 * knows how the command ended.
 * @param ids of these runs; of all without
 */
export async function endForsaken(db: Db, ids?: readonly number[]): Promise<void> {
  const dead = or(
    sql`j.id is null`,
    sql`j.state in ('done', 'failed', 'cancelled')`,
    sql`${terminalRun.state} = 'running' and (j.state = 'queued'
      or j.heartbeat_time < now() - make_interval(secs => ${SILENT_SECONDS}))`,
  )
  await db.execute(sql`update terminal_run set end_time = now(),
      state = case when j.state = 'cancelled' and terminal_run.state = 'waiting' then 'cancelled' else 'lost' end
    from terminal_run own left join job j on j.id = own.job_id
    where own.id = terminal_run.id and terminal_run.state in ('waiting', 'running') and ${dead}
      and ${ids ? sql`terminal_run.id = any (${sql.param([...ids])}::bigint[])` : sql`true`}`)
}

/** The ids of tasks whose run goes on. */
export async function runningUuids(db: Db): Promise<string[]> {
  const rows = await db.select({ uuid: terminalRun.uuid }).from(terminalRun).where(eq(terminalRun.state, 'running'))
  return rows.map(({ uuid }) => uuid)
}

/** What is looked for among the kept runs. */
export type RunSearch = { quickSearch: string; command?: string | undefined; state?: TerminalRunState | undefined }

/** A run, and the account name of who has started it. */
export type NamedRun = TerminalRunRow & { owner: string | null }

/** Kept runs, the newest first. */
export async function listRuns(
  db: Db,
  { quickSearch, command, state }: RunSearch,
  { page, limit }: { page: number; limit: number },
): Promise<{ list: NamedRun[]; total: number }> {
  const like = `%${quickSearch.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const found: SQL | undefined =
    quickSearch === ''
      ? undefined
      : or(
          sql`${terminalRun.command} ilike ${like}`,
          sql`${account.username} ilike ${like}`,
          sql`exists (select from ${terminalOutput} o where o.run_id = ${terminalRun.id} and o.text ilike ${like})`,
        )
  const where = and(
    found,
    command === undefined ? undefined : eq(terminalRun.command, command),
    state && eq(terminalRun.state, state),
  )
  const list = await db
    .select({ ...getTableColumns(terminalRun), owner: account.username })
    .from(terminalRun)
    .leftJoin(account, eq(account.id, terminalRun.ownerId))
    .where(where)
    .orderBy(desc(terminalRun.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [counted] = await db
    .select({ total: count() })
    .from(terminalRun)
    .leftJoin(account, eq(account.id, terminalRun.ownerId))
    .where(where)
  return { list, total: counted?.total ?? 0 }
}

/** The lines of a run that hold a text, in any case and width, after a line. */
export async function searchOutput(
  db: Db,
  id: number,
  { search, after, limit }: { search: string; after: number; limit: number },
): Promise<OutputLine[]> {
  const { rows } = await db.execute<{ number: string; text: string }>(sql`
    select o.first + l.nr - 1 as number, l.line as text from terminal_output o,
      string_to_table(o.text, chr(10)) with ordinality as l (line, nr)
    where o.run_id = ${id} and o.last > ${after} and o.first + l.nr - 1 > ${after}
      and regexp_replace(l.line, ${String.raw`\x1b\[[0-9;:]*m`}, '', 'g') ~* ${anyWidth(search)}
    order by o.first, l.nr limit ${limit}`)
  return rows.map(({ number, text }) => ({ number: Number(number), text }))
}

/** Removes runs that ended so many days ago, with their output. */
export async function purgeRuns(db: Db, days: number): Promise<void> {
  await db.delete(terminalRun).where(lt(terminalRun.endTime, sql`now() - make_interval(days => ${days})`))
}
