import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, unique, varchar } from 'drizzle-orm/pg-core'
import { ANSWER, closingStates } from '#src/lib/closing-states.ts'
import { baseColumns, instant } from './columns.server.ts'
import { account } from './identity.table.server.ts'

/**
 * That a member wants the own account closed, and what came of it. When a member is deleted, the trigger
 * `end_closing_request` ends the request first, so that it does not wait any more if the member is restored.
 */
export const closingRequest = pgTable(
  'closing_request',
  {
    ...baseColumns,
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** When the account closes, unless the member or the office says otherwise before. */
    dueTime: instant().notNull(),
    state: varchar({ length: 9, enum: closingStates }).notNull().default('waiting'),
    /** Why the office has refused it. */
    answer: varchar({ length: ANSWER }).notNull().default(''),
    endTime: instant(),
    /** The account, of a request that waits. A list that does not ask for requests does without their table. */
    waitingId: bigint({ mode: 'number' }).generatedAlwaysAs(sql`case when state = 'waiting' then account_id end`),
  },
  (t) => [
    unique('closing_request_waiting_key').on(t.waitingId),
    index('closing_request_account_idx').on(t.accountId, t.id),
    index('closing_request_due_idx').on(t.dueTime, t.id).where(sql`state = 'waiting'`),
  ],
)
