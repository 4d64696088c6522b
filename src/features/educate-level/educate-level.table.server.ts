import { sql } from 'drizzle-orm'
import { index, pgTable, smallint, text, unique, varchar } from 'drizzle-orm/pg-core'
import { baseColumns, rawText, sortedText } from '#src/db/columns.server.ts'

export const educateLevel = pgTable(
  'educate_level',
  {
    ...baseColumns,
    code: varchar({ length: 32 }).notNull().unique('educate_level_code_key'),
    name: sortedText().notNull(),
    /** Length of the level in school years. */
    years: smallint().notNull(),
    /** Names of the grades, first to last, one per school year. */
    gradeNames: text().array().notNull().default(sql`'{}'`),
    sortKey: rawText().notNull(),
    status: smallint().notNull().default(1),
  },
  (t) => [
    unique('educate_level_place_key').on(t.sortKey),
    index('educate_level_name_idx').on(t.name, t.id),
    index('educate_level_years_idx').on(t.years, t.id),
    index('educate_level_status_idx').on(t.status, t.id),
    index('educate_level_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('educate_level_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
  ],
)

export type EducateLevelRow = typeof educateLevel.$inferSelect
