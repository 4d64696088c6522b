import { m } from '#src/i18n/paraglide/messages.js'
import { type CellReader, type Reading, typedReader } from '#src/server/import/cell-readers.server.ts'
import { isShownOtherwise } from '#src/server/import/cell-text.ts'
import type { SheetCell } from '#src/server/sheet/cell.ts'
import type { FlagCode } from './mark-text.ts'

/** What people write in place of a mark. Single letters stand for the English words, or for the Chinese syllables. */
const WORDS: Readonly<Record<FlagCode, readonly string[]>> = {
  absent: ['缺考', '缺', '未考', '未参加', '旷考', 'absent', 'abs', 'a', 'q'],
  cheat: ['违纪', '作弊', '舞弊', 'cheat', 'cheated', 'cheating', 'violation', 'c', 'w'],
  exempt: ['免考', '免', '免试', 'exempt', 'exempted', 'e', 'm'],
}

const flags = new Map(
  Object.entries(WORDS).flatMap(([flag, words]) => words.map((word): [string, string] => [word, flag])),
)

/** The limits of a mark, in hundredths. */
type Limits = { full: number; step: number }

/** A mark of at most four digits before the point. `95 分` is one, `95%` and `-5` are none. */
const MARK = /^(\d{1,4}(?:\.\d+)?|\.\d+)\s*分?$/

/** Reads marks and the words for flags. @param limits of a subject; a column of several subjects has none */
export function markReader(limits?: Limits): CellReader {
  return (cell) => {
    const flag = flagOf(cell)
    if (flag !== undefined) return { value: flag }
    const found = cell.kind === 'number' ? cell.number : numberOf(cell.text)
    if (found === undefined || found < 0 || isPercent(cell)) return { error: m.examImport_notMark() }
    const mark = Number((found * 100).toFixed(6))
    const error = limits ? limitError(mark, limits) : undefined
    if (error) return { error }
    if (!Number.isInteger(mark)) return { error: m.examImport_notHundredths() }
    return noticed(cell, { value: String(mark / 100) })
  }
}

const typed = typedReader({ name: 'number', type: 'text', label: m.candidate_number, rule: 'studentNumber' })

/** Reads a number of a candidate, without what programs and people put around it so that its zeros stay. */
export const candidateNumberReader: CellReader = (cell) => {
  const reading = typed(cell)
  if (!('value' in reading) || typeof reading.value !== 'string') return reading
  const bare = reading.value.replace(/^(?:="(.*)"|['‘’`](.*))$/, '$1$2').trim()
  return { ...reading, value: bare.replace(/^(\d+)\.0+$/, '$1') }
}

/** Reads a total, against which marks are checked. What is no number says nothing. */
export const totalReader: CellReader = (cell) => {
  const found = cell.kind === 'number' ? cell.number : numberOf(cell.text)
  if (found === undefined) return flagOf(cell) === undefined ? { error: m.examImport_notTotal() } : { value: '' }
  return { value: String(Number(found.toFixed(2))) }
}

/** Whether a mark in hundredths is above the full mark, or off the step. */
function limitError(mark: number, { full, step }: Limits): string | undefined {
  if (mark > full) return m.examImport_above({ full: full / 100 })
  return mark % step === 0 ? undefined : m.examImport_step({ step: step / 100 })
}

/** A share is no mark, although its number might be one. */
const isPercent = (cell: SheetCell) => cell.kind === 'number' && /[%％‰]/.test(cell.shown ?? cell.text)

/** A number may be shown as a word by its format: 0 as 缺考. */
function flagOf(cell: SheetCell): string | undefined {
  const shown = cell.kind === 'number' ? (cell.shown ?? '') : cell.text
  return flags.get(
    shown
      .normalize('NFKC')
      .replaceAll(/[\s.。]/g, '')
      .toLowerCase(),
  )
}

function numberOf(text: string): number | undefined {
  const [, digits] = MARK.exec(text.normalize('NFKC').trim()) ?? []
  return digits === undefined ? undefined : Number(digits)
}

function noticed(cell: SheetCell, reading: Reading): Reading {
  if (cell.kind !== 'number' || !isShownOtherwise(cell)) return reading
  return { ...reading, notice: { kind: 'shown', shown: cell.shown ?? '', taken: cell.text } }
}
