import { jsonb, pgTable, varchar } from 'drizzle-orm/pg-core'
import { baseColumns } from '#src/db/columns.server.ts'

/** Resources that exist only as a description: what a class of code is to the others, a row is to them. */
export const resourceDescription = pgTable('resource_description', {
  ...baseColumns,
  key: varchar({ length: 40 }).notNull().unique('resource_description_key_key'),
  /** The table that its rows lie in. */
  tableName: varchar({ length: 63 }).notNull().unique('resource_description_table_key'),
  /** The relation to organizations that says whose rows they are; without one everybody's. */
  scopeField: varchar({ length: 40 }),
  description: jsonb().notNull(),
})
