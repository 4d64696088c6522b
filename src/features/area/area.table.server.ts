import { index, pgTable, smallint, varchar } from 'drizzle-orm/pg-core'
import { sortedText } from '#src/db/columns.server.ts'

/**
 * Administrative divisions of China: provinces (2 digits), cities (4), counties (6). Reference data, never edited here.
 */
export const area = pgTable(
  'area',
  {
    code: varchar({ length: 6 }).primaryKey(),
    parentCode: varchar({ length: 6 }),
    name: sortedText().notNull(),
    /** 1 province, 2 city, 3 county. */
    level: smallint().notNull(),
  },
  (t) => [index('area_parent_idx').on(t.parentCode)],
)
