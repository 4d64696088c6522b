import type { SQL } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import type { Field, Synonyms } from '#src/resource/description.ts'
import type { Actor } from '../access/actor.server.ts'
import type { CellReader } from '../import/cell-readers.server.ts'
import type { ImportPlan } from '../import/plan.server.ts'
import type { Relation, Writing } from './resource.server.ts'

/** How the cells of a column are read, in place of the type of its field, and how a preview shows what was read. */
export type ColumnReader = { read: CellReader; shown?(value: string): string }

/** The columns that a file may have, as fields. They are fields of a line, not of a row of the resource. */
export type LineColumns = {
  /** In the order of the template. A file must have the required ones. Fields with a node are for those who have it. */
  fields: readonly Field[]
  /** The column that names a line for people. */
  title: string
  /** Relations by column. A name in the file becomes an id. */
  relations?: Readonly<Record<string, Relation>>
  /** Other titles of the columns. */
  synonyms?: Synonyms
  readers?: Readonly<Record<string, ColumnReader>>
  /** Whether a title names something that no column takes, although it looks like one: a rank in a subject. */
  isForeign?(title: string): boolean
  /** What is wrong with the columns that a file is read by, as a sentence. */
  misfit?(columns: ReadonlySet<string>): string | undefined
}

/** The lines of a file, as they are judged. */
export type Lines = {
  /** A relation to select from: `line`, the row number in the file, and `given`, a JSON object of values by column. */
  lines: SQL
  /** The columns that the file has, by name. A cell without a value is missing in `given`. */
  columns: ReadonlySet<string>
  actor: Actor
}

/** What a message about a line can contain, as text. */
type Given = Readonly<Record<string, string>>

/**
 * How a resource reads files whose lines are not its rows, for example a student with a score for each subject. The
 * description has `lines: true`. The kit matches the rows of all lines with the stored ones, compares, counts, locks,
 * writes and records them, so that there is one judgement for the check and for the import.
 */
export type ImportWriter = {
  /** The columns may depend on the actor and on what is stored. */
  columns(db: Db, actor: Actor): Promise<LineColumns> | LineColumns
  /** The fields of the resource that identify a row. */
  key: readonly string[]
  /** The fields of the resource that a line gives values to, with those of the key. */
  gives: readonly string[]
  /**
   * A query for what the lines mean, with these columns:
   * - `line` integer
   * - `field` text: the column of the file where the row or the remark belongs; null for the whole line
   * - `gives` jsonb: values by column of the table; null for a remark alone
   * - `problem` text: the code of a message. It refuses the line
   * - `doubt` text: the code of a message about what a person should look at, if the row is written
   * - `given` jsonb: what the messages contain
   */
  rowsOf(lines: Lines): SQL
  /** The given fields that the check shows to people; by default all besides the key. */
  shows?: readonly string[]
  /** An empty cell may clear what is stored, if the user wants it. Then `given` has null, or an empty text, for it. */
  clears?: true
  /** The messages by code. */
  says: Readonly<Record<string, (given: Given) => string>>
  /**
   * Writes the rows itself, in one go, in place of the kit and of `add` and `edit`.
   * @param rows a relation: `line`, `field`, `action` (`new` or `changed`), `target`, the id that the row has or is to
   * get, and `gives`, as judged
   */
  write?(writing: Writing, rows: SQL): Promise<void>
}

/** A file that is judged. `columns`: those that it has, by name. */
export type JudgedFile = {
  db: Db
  importId: number
  actor: Actor
  columns: ReadonlySet<string>
  mode: ImportPlan['mode']
  /** The import follows in the same transaction: what it depends on stays as it is until the commit. */
  lock: boolean
  signal: AbortSignal
}

/** What a line of a file changes, for people. */
export type LineChange = { field: string; label: string; before: string; after: string }

/** What the undo of a file took back, and how many rows it left because somebody has changed them since. */
export type FileUndo = { removed: number; changed: number; left: number }

/**
 * How a resource reads files by itself, with statements of its own for the whole file: its rows are too many to become
 * rows of a file first, or its table has no ids. The description has `lines: true`. The kit reads the file, keeps
 * verdicts and messages of its lines, asks and reports.
 */
export type FileWriter = {
  columns(db: Db, actor: Actor): Promise<LineColumns>
  /** Whether files are taken now. The judgement asks again. @throws AppError 409 */
  assertOpen(db: Db, actor: Actor): Promise<void>
  /** The tables that a judgement reads besides that of the resource. */
  reads?: readonly string[]
  /** Prepares the two relations below, in the transaction. */
  judge(file: JudgedFile): Promise<void>
  /** A relation: `line`, `target` (bigint, null) and `action` of each row that the lines mean. */
  rows: SQL
  /** A relation: `line`, `field` (null for the whole line), `problem` or `doubt`, and `given`, as in `rowsOf`. */
  remarks: SQL
  says: Readonly<Record<string, (given: Given) => string>>
  /** A relation: `row_no` and `version`, a whole number that changes with what is stored of a judged line. */
  seen(importId: number): SQL
  /** What some judged lines change. What is stored is told as far as the actor sees it now. */
  changes(db: Db, actor: Actor, importId: number, lines: readonly number[]): Promise<Map<number, LineChange[]>>
  /** Writes the rows of the lines that are `new` or `changed`. Returns their number. */
  write(writing: Writing, importId: number): Promise<number>
  /** A workbook to fill in, in place of an empty one. */
  template?(db: Database, actor: Actor): Promise<Response>
  /** @throws AppError 409 when it cannot be taken back any more */
  undo(tx: Db, actor: Actor, changeSetId: number): Promise<FileUndo>
}
