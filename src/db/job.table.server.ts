import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { instant } from './columns.server.ts'
import { account } from './identity.table.server.ts'

/**
 * The jobs as users see them. The queue beside it (pg-boss, in the schema `queue`) assigns jobs to workers. Progress is
 * written here outside the job's own transaction.
 */
export const job = pgTable(
  'job',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** The queue's entry. It is null for work that a request does itself, such as an export. */
    queueId: uuid(),
    kind: varchar({ length: 40 }).notNull(),
    input: jsonb().notNull(),
    ownerId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** The locale of the user who started the job. Messages are created in it. */
    locale: varchar({ length: 5, enum: ['zh-cn', 'en'] }).notNull(),
    address: text().notNull().default(''),
    requestId: text().notNull().default(''),
    /** The API token that has asked for it. It then has no more rights than that token. */
    apiTokenId: bigint({ mode: 'number' }),
    /** It was started with a fresh proof of who started it. */
    proven: boolean().notNull().default(false),
    state: varchar({ length: 9, enum: ['queued', 'running', 'done', 'failed', 'cancelled'] })
      .notNull()
      .default('queued'),
    /** The current step, as a word that the job's kind defines. */
    step: varchar({ length: 20 }).notNull().default(''),
    done: integer().notNull().default(0),
    total: integer(),
    message: text().notNull().default(''),
    result: jsonb(),
    /** The number of attempts. It is more than one after a process died. */
    attempt: integer().notNull().default(0),
    /** The process that runs the job. */
    worker: text().notNull().default(''),
    /** A stop was requested. */
    stopping: boolean().notNull().default(false),
    /** The owner dismissed the job. */
    dismissed: boolean().notNull().default(false),
    createTime: instant().notNull().default(sql`now()`),
    startTime: instant(),
    heartbeatTime: instant(),
    endTime: instant(),
  },
  (t) => [
    index('job_owner_idx').on(t.ownerId, t.id.desc().nullsFirst()),
    index('job_open_idx').on(t.heartbeatTime).where(sql`state in ('queued', 'running')`),
    index('job_end_time_idx').on(t.endTime),
  ],
)

export type JobRow = typeof job.$inferSelect
