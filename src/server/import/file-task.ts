import type { SheetRow } from '../sheet/cell.ts'
import type { Encoding, FileFacts } from '../sheet/file-facts.ts'
import type { Unreadable } from '../sheet/sheet-fault.ts'

/** Messages by row and column of a file. Columns count from 0. */
export type Marks = Map<number, Map<number, string>>

/**
 * Places of cells in the order of their rows, packed: eight bytes for a row and two for a cell. The columns of the row
 * at an index are those from the end of the row before it to its own end.
 */
export type PackedPlaces = { rows: Uint32Array; ends: Uint32Array; columns: Uint16Array }

type Remark = { row: number; column: number; text: string }
type Sheet = { file: string; facts: FileFacts; sheet: number }

/** What is said of a row: messages by column, and all of them as one text, with the names of the fields. */
export type RowReasons = { row: number; marks: readonly (readonly [column: number, text: string])[]; text: string }

/** The beginning of a sheet, with all texts in a length that a page can show. */
export type SheetStart = {
  /** The sheet that was asked for, or the one that fits best. */
  sheet: number
  /** The row of the titles; 0 when the file has no rows. */
  header: number
  head: { row: number; cells: string[] }[]
  /** Rows below the titles, approximately. */
  rows: number
  hiddenRows: number
  /** The texts below each title, in the first rows. */
  columns: { title: string; values: string[] }[]
}

/** What the thread that reads files can be asked for, with what it gives back, piece by piece. */
export type FileTasks = {
  /** `encoding`: the one that the user chose for a text. */
  survey: { given: { file: string; encoding: Encoding | undefined }; gives: FileFacts }
  /** `known`: titles of fields, for a guess of the sheet and the row of the titles that are not given. */
  start: {
    given: Omit<Sheet, 'sheet'> & {
      sheet: number | undefined
      header: number | undefined
      known: readonly string[]
    }
    gives: SheetStart
  }
  /** The number of rows comes first. */
  rows: { given: Sheet; gives: { rows: number } | readonly SheetRow[] }
  /**
   * `more`: cells that are only coloured, in rows behind those of the marks. `remark`: a note on all marks, at a cell
   * that need not be coloured. `prefixes`: what stands in front of a reason that is shown in another column, by the
   * column that it is about. `returned`: how a column of reasons of an earlier return is found; it gets the new ones.
   */
  markBook: {
    given: {
      file: string
      sheet: number
      marks: Marks
      more?: PackedPlaces
      remark?: Remark
      prefixes?: readonly string[]
      returned?: Pick<Return, 'header' | 'columns' | 'titles'>
    }
    gives: Uint8Array<ArrayBuffer>
  }
  returnBook: { given: Return & { name: string }; gives: Uint8Array<ArrayBuffer> }
  returnText: { given: Return; gives: Uint8Array<ArrayBuffer> }
}

/** A new file with the rows of a sheet and what is wrong with them. The reasons arrive while the rows are read. */
export type Return = Sheet & {
  /** The row of the titles; 0 for none. */
  header: number
  columns: readonly ReturnColumn[]
  /** Only the rows that have reasons, below the titles. Otherwise all rows, each with its number. */
  onlyRefused: boolean
  titles: ReturnTitles
  /** What is said of a cell that is cut: at the cell, and in the reasons of its row with `COLUMN` for the title. */
  cut: { text: string; named: string }
}

/** Stands for the title of a column, which only the thread knows. */
export const COLUMN = '{column}'

/** A column of the plan. */
export type ReturnColumn = {
  /** The label of its field; undefined when it is not imported. */
  label: string | undefined
  /** Whether its cells hold texts: what is typed must stay as it is typed. */
  exact: boolean
}

/** The titles of our own columns, and the titles by which those of an earlier return are known. */
export type ReturnTitles = Record<'reason' | 'row', { own: string; known: readonly string[] }>

export type FileTask = { [K in keyof FileTasks]: { kind: K } & FileTasks[K]['given'] }[keyof FileTasks]

/** A message to the thread: a file to read, a piece that was taken, or more reasons. After the last ones come none. */
export type FileOrder = { kind: 'task'; task: FileTask } | FileOrderWithin

/** An order about the file that is read. */
export type FileOrderWithin = { kind: 'taken' } | { kind: 'reasons'; rows: readonly RowReasons[] }

/**
 * A message of the thread. `ask`: it needs reasons. `alive`: it works, but has no piece yet. `end`: the file is read,
 * with the bytes of memory that the thread has in use after it.
 */
export type FileAnswer =
  | { kind: 'ask' }
  | { kind: 'alive' }
  | { kind: 'piece'; piece: unknown }
  | { kind: 'end'; used: number }
  | { kind: 'fault'; fault: Unreadable }
  | { kind: 'error'; message: string; stack: string | undefined; isMissing: boolean }
