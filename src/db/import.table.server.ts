import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, varchar } from 'drizzle-orm/pg-core'
import { bytes, instant, rawText } from './columns.server.ts'
import { account } from './identity.table.server.ts'

/** A file that a user uploaded for an import, and the result of the import. */
export const dataImport = pgTable(
  'data_import',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    resource: varchar({ length: 60 }).notNull(),
    ownerId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    fileName: text().notNull(),
    /** The file's name in the import directory; empty after the file was deleted. */
    storedAs: text().notNull(),
    size: integer().notNull(),
    /** SHA-256 of the content. */
    hash: text().notNull(),
    format: varchar({ length: 4, enum: ['xlsx', 'csv'] }).notNull(),
    /** Facts about the file: encoding and separator, or the sheets. */
    facts: jsonb().notNull(),
    /** The owner's settings for reading and writing the file. */
    plan: jsonb(),
    /** `checked` is the result of the last check, `applied` the result of the import. */
    checked: jsonb(),
    applied: jsonb(),
    /** What the last check warned of: the number of rows by kind of warning. */
    warnings: jsonb(),
    changeSetId: bigint({ mode: 'number' }),
    /** The change set that undid the import last, and how many rows it took back and left. */
    undoneById: bigint({ mode: 'number' }),
    undone: jsonb(),
    createTime: instant().notNull().default(sql`now()`),
    applyTime: instant(),
    /** The time when the file is deleted. The record of the import stays. */
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
 * The bytes of an uploaded file, for processes on other hosts than the one that received it. The table is unlogged, so
 * that a file costs no write-ahead log and is in no backup.
 */
export const importPart = pgTable(
  'import_part',
  {
    importId: bigint({ mode: 'number' })
      .notNull()
      .references(() => dataImport.id, { onDelete: 'cascade' }),
    part: integer().notNull(),
    bytes: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.part] })],
)

/**
 * The rows of a file after parsing: typed values by column, or errors by field. The table is unlogged: after a crash of
 * the database the file is parsed again.
 */
export const importRow = pgTable(
  'import_row',
  {
    importId: bigint({ mode: 'number' }).notNull(),
    rowNo: integer().notNull(),
    values: jsonb().notNull(),
    /** `{ field: [message by language, content of the cell] }`. */
    errors: jsonb(),
    /** The label of the parent in a tree, when the parent is not yet a row of the table. */
    parent: text(),
    /** By column: the candidate rows when a name is ambiguous. */
    choices: jsonb(),
    /** `{ field: [content of the cell, the candidates in words] }` for these names. */
    unclear: jsonb(),
    /** `{ field: [kind, text as shown, text as taken] }`: values that were read, but that a person should look at. */
    notices: jsonb(),
    /** By column: the value of a field that the row's other values hide, for when they begin to hide it. */
    hidden: jsonb(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.rowNo] })],
)

/** The planned action for each row of an import. */
export const importVerdict = pgTable(
  'import_verdict',
  {
    importId: bigint({ mode: 'number' }).notNull(),
    rowNo: integer().notNull(),
    action: varchar({ length: 9, enum: ['new', 'changed', 'unchanged', 'skipped', 'refused'] }).notNull(),
    /** The id of the table's row: the row that matches, or the row that the import creates. */
    targetId: bigint({ mode: 'number' }),
    /** The fields that a change modifies. */
    changed: text().array(),
    /** The code of the problem that rejects the whole row, and the number of the file's row that is involved. */
    problem: varchar({ length: 20 }),
    problemRow: integer(),
    /** By language: validation messages by field, from the rules that check the whole row. */
    errors: jsonb(),
    /** The fields that the problem concerns. */
    problemFields: text().array(),
    /** The number of the file's row that is the parent, and the depth in the tree. */
    parentRow: integer(),
    depth: integer().notNull().default(0),
    /** The path of the row's position in the tree, as far as it is known before the row is inserted. */
    place: rawText(),
    sortKey: rawText(),
    /** What a person should look at before this row is written: `[{ kind, field, shown, taken, row }]`. */
    warnings: jsonb(),
    /** How the stored row differs from the one that the check has seen; null when it does not. */
    drift: varchar({ length: 8, enum: ['changed', 'appeared', 'gone', 'other'] }),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.rowNo] }),
    index('import_verdict_action_idx').on(t.importId, t.action, t.rowNo),
    // A chain of parents is followed step by step.
    index('import_verdict_parent_idx').on(t.importId, t.parentRow).where(sql`parent_row is not null`),
  ],
)

/**
 * The rows that the lines of a file become, where the resource reads lines in its own way. Their values are in
 * `import_row` and their verdicts in `import_verdict`, under the negative number of the import. The table is unlogged.
 */
export const importUnfolded = pgTable(
  'import_unfolded',
  {
    /** The number of the import. */
    importId: bigint({ mode: 'number' }).notNull(),
    /** The number of the row among those of all lines. In the other two tables it is the row number. */
    place: integer().notNull(),
    /** The row number of the line in the file. */
    line: integer().notNull(),
    /** The column of the file where the row, or the remark, belongs; null for the whole line. */
    field: text(),
    /** Whether there is a row. Without it, the entry is only a remark. */
    hasRow: boolean().notNull(),
    /** The codes of a problem that refuses the line, and of something that a person should look at. */
    problem: text(),
    doubt: text(),
    /** What their messages contain. */
    given: jsonb(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.place] }), index('import_unfolded_line_idx').on(t.importId, t.line)],
)

/**
 * What the last check has seen of each row that the import would write. The import writes over nothing else. Unlike the
 * verdicts, it outlives a crash of the database.
 */
export const importSeen = pgTable(
  'import_seen',
  {
    importId: bigint({ mode: 'number' }).notNull(),
    rowNo: integer().notNull(),
    action: varchar({ length: 9, enum: ['new', 'changed', 'unchanged', 'skipped', 'refused'] }).notNull(),
    /** The stored row that matched, and its version. Null for a row that was new. */
    targetId: bigint({ mode: 'number' }),
    version: integer(),
    /** The stored row, and its version, at the time when the owner was asked about the difference. */
    askedId: bigint({ mode: 'number' }),
    askedVersion: integer(),
    asked: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.importId, t.rowNo] })],
)

/** The fields and keys that a user chose by hand for the columns of imported files. */
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
