/** What a paper has: a mark in hundredths, or a flag in its place. */
export type PaperValue = { mark: number | null; flag: number }

/** Why what somebody types is no mark: it is none at all, above the full mark, or not a multiple of the step. */
export type MarkFault = 'form' | 'over' | 'step'

/** Hundredths. */
type MarkRule = { fullMark: number; step: number }

/** The key of each flag, by its number (`exam-engine/frame.ts`). */
export const flagKeys = ['', 'A', 'C', 'E'] as const

const flagWords: Readonly<Record<string, number>> = {
  A: 1,
  缺: 1,
  缺考: 1,
  C: 2,
  违: 2,
  违纪: 2,
  E: 3,
  免: 3,
  免考: 3,
}

/**
 * Reads a typed mark, exactly. An empty text is no paper (null).
 * @returns the reason when it is no mark of this subject
 */
export function readMark(text: string, { fullMark, step }: MarkRule): PaperValue | MarkFault | null {
  const plain = text.normalize('NFKC').trim().toUpperCase().replace('。', '.')
  if (plain === '') return null
  const flag = flagWords[plain]
  if (flag !== undefined) return { mark: null, flag }
  const parts = /^(\d{1,5})(?:\.(\d{0,10}))?$/.exec(plain)
  if (!parts) return 'form'
  const [, whole = '0', decimals = ''] = parts
  const mark = Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'))
  if (mark > fullMark) return 'over'
  if (/[1-9]/.test(decimals.slice(2)) || mark % step !== 0) return mark === fullMark ? 'over' : 'step'
  return { mark, flag: 0 }
}

/** Hundredths as they are shown and typed: `87.5`. */
export function markText(hundredths: number): string {
  return String(hundredths / 100)
}

/** A paper as it is typed: `87.5`, or the key of its flag. */
export function paperText({ mark, flag }: PaperValue): string {
  return mark === null ? (flagKeys[flag] ?? '') : markText(mark)
}
