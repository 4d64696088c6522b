import { jsonb, pgTable, varchar } from 'drizzle-orm/pg-core'
import { anyJson, baseColumns } from './columns.server.ts'

/** Settings of the site, one row for each setting. Read them through `readConfig`. */
export const config = pgTable('config', {
  ...baseColumns,
  name: varchar({ length: 30 }).notNull().unique('config_name_key'),
  group: varchar({ length: 30 }).notNull(),
  value: anyJson().notNull(),
  /** What an own item of the site is: its title, its type and its rules. Built-in settings have none. */
  definition: jsonb(),
})
