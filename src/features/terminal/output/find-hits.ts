import { anyWidth } from '#src/lib/any-width.ts'
import { plainLine } from './sgr.ts'

/** Where a text was found: the line, counted from the first loaded one, and the place among the hits of that line. */
export type OutputHit = { line: number; nth: number }

/** More are of no use, and take time while a command writes. */
const MOST = 5_000

/** What finds a text in any case and width. Undefined when nothing is looked for. */
export function findPattern(text: string): RegExp | undefined {
  return text.trim() === '' ? undefined : new RegExp(`(${anyWidth(text)})`, 'gi')
}

/**
 * All places of a text in the lines, at most 5,000.
 * @param known how often each line has it: most lines are those of the last search
 */
export function findHits(lines: readonly string[], text: string, known: Map<string, number>): OutputHit[] {
  const pattern = findPattern(text)
  if (!pattern) return []
  if (known.size > 4 * MOST) known.clear()
  const hits: OutputHit[] = []
  for (const [line, content] of lines.entries()) {
    const count = known.get(content) ?? plainLine(content).match(pattern)?.length ?? 0
    known.set(content, count)
    for (let nth = 0; nth < count; nth++) hits.push({ line, nth })
    if (hits.length >= MOST) return hits.slice(0, MOST)
  }
  return hits
}
