import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, varchar } from 'drizzle-orm/pg-core'
import { instant, rawText } from './columns.server.ts'
import { account } from './identity.table.server.ts'

/** A file that somebody sent to be imported, and what became of it. */
export const dataImport = pgTable(
  'data_import',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    resource: varchar({ length: 60 }).notNull(),
    ownerId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    fileName: text().notNull(),
    /** Its name in the directory of imports; empty once the file is gone. */
    storedAs: text().notNull(),
    size: integer().notNull(),
    /** SHA-256 of the content. */
    hash: text().notNull(),
    format: varchar({ length: 4, enum: ['xlsx', 'csv'] }).notNull(),
    /** What reading it found out: encoding and separator, or the sheets. */
    facts: jsonb().notNull(),
    /** How its owner wants it read and written. */
    plan: jsonb(),
    /** What the last check found, and what the import did. */
    checked: jsonb(),
    applied: jsonb(),
    changeSetId: bigint({ mode: 'number' }),
    /** The change set that took it back. */
    undoneById: bigint({ mode: 'number' }),
    createTime: instant().notNull().default(sql`now()`),
    applyTime: instant(),
    /** When the file goes; the record of what was done stays. */
    expireTime: instant().notNull(),
  },
  (t) => [
    index('data_import_resource_idx').on(t.resource, t.id.desc().nullsFirst()),
    index('data_import_hash_idx').on(t.hash),
    index('data_import_expire_idx').on(t.expireTime),
  ],
)

export type DataImport = typeof dataImport.$inferSelect

/**
 * The rows of a file as they were read: typed values by column, or what is wrong by field. Unlogged: after a crash of the
 * database they are read again.
 */
export const importRow = pgTable(
  'import_row',
  {
    importId: bigint({ mode: 'number' }).notNull(),
    rowNo: integer().notNull(),
    values: jsonb().notNull(),
    /** `{ field: [sentence by language, what the cell holds] }`. */
    errors: jsonb(),
    /** What the parent of a tree's row is called, when it is no row of the table yet. */
    parent: text(),
    /** By column: the rows that a name may mean. */
    choices: jsonb(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.rowNo] })],
)

/** What is to become of each row. */
export const importVerdict = pgTable(
  'import_verdict',
  {
    importId: bigint({ mode: 'number' }).notNull(),
    rowNo: integer().notNull(),
    action: varchar({ length: 9, enum: ['new', 'changed', 'unchanged', 'skipped', 'refused'] }).notNull(),
    /** The row of the table: that it matches, or that it is going to be. */
    targetId: bigint({ mode: 'number' }),
    /** Fields that a change changes. */
    changed: text().array(),
    /** Why the whole row is refused, as a word, and the row of the file that has to do with it. */
    problem: varchar({ length: 20 }),
    problemRow: integer(),
    /** By language: sentences by field, of rules that the whole row was asked for. */
    errors: jsonb(),
    /** Fields that the problem is about. */
    problemFields: text().array(),
    /** The row of the file that is its parent, and how far down the tree it lies. */
    parentRow: integer(),
    depth: integer().notNull().default(0),
    /** The path of the row's place in the tree, as far as it is known before the row is. */
    place: rawText(),
    sortKey: rawText(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.rowNo] }),
    index('import_verdict_action_idx').on(t.importId, t.action, t.rowNo),
  ],
)

/** How somebody mapped columns last time: titles of columns to fields, and how to treat the rows. */
export const importMemory = pgTable(
  'import_memory',
  {
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    resource: varchar({ length: 60 }).notNull(),
    mapping: jsonb().notNull(),
    updateTime: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.resource] })],
)
