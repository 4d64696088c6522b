import { bigint, index, jsonb, pgTable, primaryKey, unique, varchar } from 'drizzle-orm/pg-core'
import { baseColumns, sortedText } from '#src/db/columns.server.ts'
import { account } from '#src/db/identity.table.server.ts'

/** How somebody wants to see a list; for themselves, or also for the holders of some roles. */
export const savedViewTable = pgTable(
  'saved_view',
  {
    ...baseColumns,
    resource: varchar({ length: 60 }).notNull(),
    name: sortedText().notNull(),
    ownerId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** A role that is gone has no holders: nothing has to be tidied up. */
    roleIds: bigint({ mode: 'number' }).array().notNull(),
    state: jsonb().notNull(),
  },
  (t) => [
    unique('saved_view_name_key').on(t.ownerId, t.resource, t.name),
    index('saved_view_resource_idx').on(t.resource, t.name),
  ],
)

/** The view that somebody begins with; may be one that is shared with them. */
export const savedViewDefault = pgTable(
  'saved_view_default',
  {
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    resource: varchar({ length: 60 }).notNull(),
    viewId: bigint({ mode: 'number' })
      .notNull()
      .references(() => savedViewTable.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ name: 'saved_view_default_key', columns: [t.accountId, t.resource] }),
    index('saved_view_default_view_idx').on(t.viewId),
  ],
)
