import type { SheetRow } from '../sheet/cell.ts'
import type { Encoding, FileFacts } from '../sheet/file-facts.ts'
import { broken } from '../sheet/sheet-fault.ts'
import type { FileTask, FileTasks, SheetStart } from './file-task.ts'
import { inThread, type ThreadOptions } from './in-thread.server.ts'

type Given<K extends keyof FileTasks> = FileTasks[K]['given']

/**
 * Detects what a file is. `encoding`: the one that the user chose for a text.
 * @throws SheetError when it is not a table that can be read
 */
export function surveyFile(
  file: string,
  { encoding, ...options }: ThreadOptions & { encoding?: Encoding } = {},
): Promise<FileFacts> {
  return only(inThread<'survey'>({ kind: 'survey', file, encoding }, options))
}

/** Reads the beginning of a sheet. @throws SheetError */
export function readStart(given: Given<'start'>, options?: ThreadOptions): Promise<SheetStart> {
  return only(inThread<'start'>({ kind: 'start', ...given }, options))
}

async function only<T>(pieces: AsyncGenerator<T>): Promise<T> {
  for await (const piece of pieces) return piece
  throw broken()
}

/** The rows of a sheet that a thread reads. */
export type SheetReading = {
  /** The number of rows. Blank rows of a workbook are not counted. */
  rows: number
  batches: AsyncIterable<readonly SheetRow[]>
  /** Ends the thread. */
  close(): Promise<void>
}

/** Reads the rows of a sheet as they are taken. The caller closes the reading. @throws SheetError */
export async function readSheet(given: Given<'rows'>, options?: ThreadOptions): Promise<SheetReading> {
  const pieces = inThread<'rows'>({ kind: 'rows', ...given }, options)
  const { value: first } = await pieces.next()
  return {
    rows: first && 'rows' in first ? first.rows : 0,
    batches: batchesOf(pieces),
    close: async () => void (await pieces.return(undefined)),
  }
}

async function* batchesOf(pieces: AsyncIterable<FileTasks['rows']['gives']>): AsyncGenerator<readonly SheetRow[]> {
  for await (const piece of pieces) if (!('rows' in piece)) yield piece
}

/** The tasks that make a file to return. */
type Returning = 'markBook' | 'returnBook' | 'returnText'

/** Seconds that a marked file waits for a client that does not read. */
const PATIENCE = 60

/** The bytes of a marked file. The first piece is there when it returns. @throws SheetError */
export async function markFile(
  task: Extract<FileTask, { kind: Returning }>,
  options: ThreadOptions,
): Promise<AsyncGenerator<Uint8Array<ArrayBuffer>>> {
  const pieces = inThread<Returning>(task, { ...options, patience: PATIENCE })
  const first = await pieces.next()
  return (async function* () {
    try {
      if (first.done) return
      yield first.value
      yield* pieces
    } finally {
      await pieces.return(undefined)
    }
  })()
}
