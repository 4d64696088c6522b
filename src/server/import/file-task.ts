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
type CsvFacts = Extract<FileFacts, { format: 'csv' }>

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
   * column that it is about.
   */
  markBook: {
    given: {
      file: string
      sheet: number
      marks: Marks
      more?: PackedPlaces
      remark?: Remark
      prefixes?: readonly string[]
    }
    gives: Uint8Array<ArrayBuffer>
  }
  markText: {
    given: { file: string; facts: CsvFacts; header: number; width: number; marks: Marks; reasons: ReasonTitles }
    gives: Uint8Array<ArrayBuffer>
  }
}

/** The title of a new column of reasons, and the titles by which one of an earlier return is known. */
export type ReasonTitles = { own: string; known: readonly string[] }

export type FileTask = { [K in keyof FileTasks]: { kind: K } & FileTasks[K]['given'] }[keyof FileTasks]

/** A message of the thread. */
export type FileAnswer =
  | { kind: 'piece'; piece: unknown }
  | { kind: 'end' }
  | { kind: 'fault'; fault: Unreadable }
  | { kind: 'error'; message: string; stack: string | undefined; isMissing: boolean }
