import { getHeapStatistics } from 'node:v8'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { rowBatches } from '../sheet/row-batches.ts'
import { SheetFault } from '../sheet/sheet-fault.ts'
import { factsOf, openSheet } from '../sheet/sheet-file.server.ts'
import type { FileAnswer, FileOrder, FileOrderWithin, FileTask, RowReasons } from './file-task.ts'
import { markedBook } from './marked-book.server.ts'
import { ReasonRows } from './reason-rows.ts'
import { returnedBook } from './returned-book.server.ts'
import { returnedText } from './returned-text.server.ts'
import { sheetStart } from './sheet-start.server.ts'

/** Pieces that may wait to be taken. */
const AHEAD = 2

/**
 * The work of a thread that reads one file after another. `inThread` starts the thread, limits it and ends it. Nothing
 * here imports messages: all of them together take longer to load than most files to read.
 */
export function work(): void {
  const port = parentPort
  if (!port) throw new Error('This is the work of a thread.')
  let given: (order: FileOrderWithin) => void = () => undefined
  port.on('message', (order: FileOrder) => {
    if (order.kind === 'task') given = begin(order.task, port)
    else given(order)
  })
}

/** Begins to read a file. @returns takes the further orders for it */
function begin(task: FileTask, port: MessagePort): (order: FileOrderWithin) => void {
  const answer = (message: FileAnswer, own: readonly ArrayBuffer[] = []) => port.postMessage(message, own)
  let waiting = 0
  let taken: () => void = () => undefined
  let told: (rows: readonly RowReasons[]) => void = () => undefined
  const ask = () =>
    new Promise<readonly RowReasons[]>((resolve) => {
      told = resolve
      answer({ kind: 'ask' })
    })
  const read = async () => {
    for await (const piece of pieces(task, new ReasonRows(ask, () => answer({ kind: 'alive' })))) {
      answer({ kind: 'piece', piece }, piece instanceof Uint8Array ? [piece.buffer] : [])
      waiting += 1
      while (waiting >= AHEAD) {
        await new Promise<void>((resolve) => {
          taken = resolve
        })
      }
    }
    answer({ kind: 'end', used: getHeapStatistics().used_heap_size })
  }
  read().catch((error) =>
    answer(error instanceof SheetFault ? { kind: 'fault', fault: error.fault } : unexpected(error)),
  )
  return (order) => {
    if (order.kind === 'reasons') return told(order.rows)
    waiting -= 1
    taken()
  }
}

async function* pieces(task: FileTask, reasons: ReasonRows) {
  switch (task.kind) {
    case 'survey':
      yield await factsOf(task.file, task.encoding)
      return
    case 'start':
      yield await sheetStart(task)
      return
    case 'rows': {
      const source = await openSheet(task.file, task.facts, task.sheet)
      yield { rows: source.rows }
      yield* rowBatches(source.read())
      source.close()
      return
    }
    case 'markBook':
      for await (const chunk of await markedBook(task, reasons)) yield new Uint8Array(chunk)
      return
    case 'returnBook':
      for await (const chunk of returnedBook(task, reasons)) yield new Uint8Array(chunk)
      return
    case 'returnText':
      for await (const text of returnedText(task, reasons)) yield new TextEncoder().encode(text)
      return
  }
}

function unexpected(error: unknown): FileAnswer {
  const known = error instanceof Error ? error : new Error(String(error))
  const isMissing = 'code' in known && known.code === 'ENOENT'
  return { kind: 'error', message: known.message, stack: known.stack, isMissing }
}
