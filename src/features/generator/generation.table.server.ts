import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, varchar } from 'drizzle-orm/pg-core'
import { instant } from '#src/db/columns.server.ts'
import { type Design, generationKinds, generationStates } from './design.schema.ts'
import type { Kept } from './kept.server.ts'

/** What the CRUD generator did: one row for each generation, removal and undo. */
export const crudLog = pgTable(
  'crud_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** Key of the screen. */
    key: varchar({ length: 41 }).notNull(),
    tableName: varchar({ length: 63 }).notNull(),
    title: text().notNull(),
    titleEn: text().notNull(),
    kind: varchar({ length: 6, enum: generationKinds }).notNull(),
    /** `start` stays when the process ended before the transaction: nothing was changed then. */
    state: varchar({ length: 7, enum: generationStates }).notNull(),
    /** Why it failed. */
    message: text().notNull().default(''),
    /** How many statements changed the database. */
    statements: integer().notNull().default(0),
    before: jsonb().$type<Design>(),
    after: jsonb().$type<Design>(),
    /** The statements that were run, those that take them back, and those that bring them back once more. */
    up: text().array().notNull().default([]),
    down: text().array().notNull().default([]),
    again: text().array().notNull().default([]),
    kept: jsonb().$type<Kept>(),
    /** Of an undo or a redo: the generation that it concerns. Of a generation: the one before, on which it builds. */
    ofId: bigint({ mode: 'number' }),
    createBy: bigint({ mode: 'number' }),
    createTime: instant().notNull().default(sql`now()`),
  },
  (t) => [
    index('crud_log_table_idx').on(t.tableName, t.id),
    index('crud_log_state_idx').on(t.state, t.id),
    index('crud_log_key_idx').on(t.key, t.id),
    index('crud_log_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
  ],
)

export type GenerationRow = typeof crudLog.$inferSelect
