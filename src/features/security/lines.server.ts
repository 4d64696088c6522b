import { bigint, boolean, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { anyJson, instant } from '#src/db/columns.server.ts'
import type { RowJson } from '#src/server/list/row-json.server.ts'

// Views of the change history. Their indexes are those of `change`.

const who = {
  id: bigint({ mode: 'number' }).primaryKey(),
  createTime: instant().notNull(),
  changeSetId: bigint({ mode: 'number' }).notNull(),
  resource: text().notNull(),
  node: text().notNull(),
  rowId: bigint({ mode: 'number' }).notNull(),
  title: text().notNull(),
  ruleName: text().notNull(),
  kind: text().notNull(),
  actorId: bigint({ mode: 'number' }),
  actorName: text().notNull(),
  address: text().notNull(),
  requestId: text().notNull(),
  /** Of a runtime resource: whether its rows belong to organizations, that of this row, and who has made it. */
  scoped: boolean().notNull(),
  scopeOrg: bigint({ mode: 'number' }),
  createBy: bigint({ mode: 'number' }),
}

/** A watched deletion. */
export const recycleLine = pgTable('recycle_line', {
  ...who,
  before: jsonb().$type<RowJson>().notNull(),
  restored: smallint().notNull(),
  restoreTime: instant(),
  restoreName: text(),
})

/**
 * A watched field of a row that was changed. `before` and `after` are JSON, null for a secret and for an owned list.
 */
export const sensitiveLine = pgTable('sensitive_line', {
  ...who,
  changeId: bigint({ mode: 'number' }).notNull(),
  field: text().notNull(),
  fieldKind: text().notNull(),
  fieldNode: text(),
  before: anyJson().notNull(),
  after: anyJson().notNull(),
  /** The row as it is now, or as it was last. */
  state: jsonb().$type<RowJson>(),
  rolledBack: smallint().notNull(),
  rollBackTime: instant(),
  rollBackName: text(),
})
