import { sql } from 'drizzle-orm'
import { bigint, index, numeric, pgTable, smallint, unique, varchar } from 'drizzle-orm/pg-core'
import { baseColumns, rawText, sortedText } from '#src/db/columns.server.ts'

export const subject = pgTable(
  'subject',
  {
    ...baseColumns,
    code: varchar({ length: 32 }).notNull().unique('subject_code_key'),
    name: sortedText().notNull(),
    levelIds: bigint({ mode: 'number' }).array().notNull().default(sql`'{}'`),
    type: varchar({ length: 16 }).notNull(),
    /** The initial full mark in an exam scheme. Each scheme has its own marks. */
    fullMark: numeric({ precision: 6, scale: 1, mode: 'number' }).notNull(),
    color: varchar({ length: 9 }).notNull().default(''),
    sortKey: rawText().notNull(),
    status: smallint().notNull().default(1),
  },
  (t) => [
    unique('subject_place_key').on(t.sortKey),
    index('subject_name_idx').on(t.name, t.id),
    index('subject_type_idx').on(t.type, t.id),
    index('subject_full_mark_idx').on(t.fullMark, t.id),
    index('subject_status_idx').on(t.status, t.id),
    index('subject_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('subject_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
    index('subject_level_ids_idx').using('gin', t.levelIds),
  ],
)

export type SubjectRow = typeof subject.$inferSelect
