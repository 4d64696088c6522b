import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { terminalRunStates } from '#src/lib/terminal-run-states.ts'
import { instant } from './columns.server.ts'
import { account } from './identity.table.server.ts'
import { job } from './job.table.server.ts'

/** A command of the terminal that was run, or waits to be. The job of the same command carries it out. */
export const terminalRun = pgTable(
  'terminal_run',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** The task's own id, which the browser has made. One id runs once. */
    uuid: uuid().notNull().unique(),
    /** A key of the table of commands. */
    command: varchar({ length: 40 }).notNull(),
    extend: text().notNull().default(''),
    /** Who has started it. */
    ownerId: bigint({ mode: 'number' }).references(() => account.id, { onDelete: 'set null' }),
    jobId: bigint({ mode: 'number' }).references(() => job.id, { onDelete: 'set null' }),
    state: varchar({ length: 9, enum: terminalRunStates }).notNull().default('waiting'),
    exitCode: integer(),
    /** How many lines of output there are. */
    lines: integer().notNull().default(0),
    createTime: instant().notNull().default(sql`now()`),
    startTime: instant(),
    endTime: instant(),
  },
  (t) => [
    index('terminal_run_owner_idx').on(t.ownerId),
    index('terminal_run_job_idx').on(t.jobId),
    index('terminal_run_state_idx').on(t.state, t.id),
    index('terminal_run_create_time_idx').on(t.createTime),
  ],
)

export type TerminalRunRow = typeof terminalRun.$inferSelect

/** The output of a run, some lines to a row. */
export const terminalOutput = pgTable(
  'terminal_output',
  {
    runId: bigint({ mode: 'number' })
      .notNull()
      .references(() => terminalRun.id, { onDelete: 'cascade' }),
    /** The number of its first line, from 1. */
    first: integer().notNull(),
    /** The number of its last line. */
    last: integer().notNull(),
    text: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.first] })],
)
