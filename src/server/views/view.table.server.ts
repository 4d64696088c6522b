import { bigint, index, jsonb, pgTable, primaryKey, unique, varchar } from 'drizzle-orm/pg-core'
import { baseColumns, sortedText } from '#src/db/columns.server.ts'
import { account } from '#src/db/identity.table.server.ts'

/** A user's settings of a list, for the user alone or also for the users of some roles. */
export const savedViewTable = pgTable(
  'saved_view',
  {
    ...baseColumns,
    resource: varchar({ length: 60 }).notNull(),
    name: sortedText().notNull(),
    ownerId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** A deleted role has no users, so its id may stay here. */
    roleIds: bigint({ mode: 'number' }).array().notNull(),
    state: jsonb().notNull(),
  },
  (t) => [
    unique('saved_view_name_key').on(t.ownerId, t.resource, t.name),
    index('saved_view_resource_idx').on(t.resource, t.name),
  ],
)

/** A user's default view of a resource. It may be a view that another user shares. */
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
