import { boolean, jsonb, pgTable, varchar } from 'drizzle-orm/pg-core'
import { baseColumns } from '#src/db/columns.server.ts'

/** Runtime resources. A row stores the description that other resources have in code. */
export const resourceDescription = pgTable('resource_description', {
  ...baseColumns,
  key: varchar({ length: 40 }).notNull().unique('resource_description_key_key'),
  /** The table with the rows of the resource. */
  tableName: varchar({ length: 63 }).notNull().unique('resource_description_table_key'),
  /**
   * The relation field that assigns rows to organizations; null: the rows belong to no organization and are unscoped.
   */
  scopeField: varchar({ length: 40 }),
  description: jsonb().notNull(),
  /** By field: its column, where that is not the name of the field in snake case. */
  columns: jsonb().$type<Record<string, string>>().notNull().default({}),
  /** The module of the screen is disabled: nobody finds it. Its table, guards and files stay as they are. */
  off: boolean().notNull().default(false),
})
