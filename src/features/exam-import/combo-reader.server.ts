import { type CellReader, plainReader } from '#src/server/import/cell-readers.server.ts'
import type { ImportFacts } from './exam-facts.server.ts'
import { usualTitles } from './import-synonyms.server.ts'

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s+,、;:/&|·.\-_]/g, '')
const keyOf = (ids: Iterable<number>) => [...new Set(ids)].toSorted((one, other) => one - other).join()

/**
 * Reads a combination by its name, or by the subjects that it has, in any order and with any signs between: 物化生,
 * 生物+化学+物理. What is neither stays as it is written, and is compared with the roster so.
 */
export function comboReader({ subjects, combinations }: ImportFacts): CellReader {
  const read = plainReader()
  const names = new Map(combinations.map(({ name }) => [plain(name), name]))
  const sets = new Map<string, string | undefined>()
  for (const { name, subjectIds } of combinations) {
    const key = keyOf(subjectIds)
    // Two combinations of the same subjects are told apart by their names alone.
    sets.set(key, sets.has(key) ? undefined : name)
  }
  const chosen = subjects.filter(({ kind }) => kind === 'first' || kind === 'second')
  const words = new Map(chosen.flatMap((one) => wordsOf(one).map((word): [string, number] => [word, one.id])))
  const longest = Math.max(0, ...[...words.keys()].map((word) => word.length))
  return (cell) => {
    const reading = read(cell)
    if (!('value' in reading) || typeof reading.value !== 'string') return reading
    const text = plain(reading.value)
    const ids = subjectsIn(text, words, longest)
    return { ...reading, value: names.get(text) ?? (ids && sets.get(keyOf(ids))) ?? reading.value }
  }
}

/** What people call a subject in a combination. Letters of two subjects would run into each other. */
function wordsOf(subject: ImportFacts['subjects'][number]): string[] {
  const usual = usualTitles(subject).filter((title) => /^\p{Script=Han}+$/u.test(title) || title.length > 2)
  return [subject.name, ...usual].map(plain).filter((word) => word !== '')
}

/** The subjects that a text consists of, the longest words first; undefined when it has anything else. */
function subjectsIn(text: string, words: ReadonlyMap<string, number>, longest: number): number[] | undefined {
  const found: number[] = []
  for (let at = 0; at < text.length; ) {
    let size = Math.min(longest, text.length - at)
    while (size > 0 && !words.has(text.slice(at, at + size))) size -= 1
    const id = words.get(text.slice(at, at + size))
    if (id === undefined) return undefined
    found.push(id)
    at += size
  }
  return found.length > 0 ? found : undefined
}
