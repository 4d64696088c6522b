import type { SQL } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { Field, Synonyms } from '#src/resource/description.ts'
import type { Actor } from '../access/actor.server.ts'
import type { Relation, Writing } from './resource.server.ts'

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
