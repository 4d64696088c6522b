import { type CellReader, plainReader } from '#src/server/import/cell-readers.server.ts'
import type { ImportFacts } from './exam-facts.server.ts'
import { usualTitles } from './import-synonyms.server.ts'

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s+,、;:/&|·.\-_]/g, '')
const keyOf = (ids: Iterable<number>) => [...new Set(ids)].toSorted((one, other) => one - other).join()

/** Subjects that a text is read as at most. */
const MOST_WORDS = 6
/** The combination of each set of subjects; undefined where two have the same. */
type Combos = Map<string, string | undefined>

/**
 * Reads a combination by its name, or by the subjects that it has, in any order and with any signs between: 物化生,
 * 生物+化学+物理. What is neither stays as it is written, and is compared with the roster so.
 */
export function comboReader({ subjects, combinations }: ImportFacts): CellReader {
  const read = plainReader()
  const names = new Map(combinations.map(({ name }) => [plain(name), name]))
  const sets: Combos = new Map()
  for (const { name, subjectIds } of combinations) {
    const key = keyOf(subjectIds)
    // Two combinations of the same subjects are told apart by their names alone.
    sets.set(key, sets.has(key) ? undefined : name)
  }
  const chosen = subjects.filter(({ kind }) => kind === 'first' || kind === 'second')
  const words = new Map(chosen.flatMap((one) => wordsOf(one).map((word): [string, number] => [word, one.id])))
  return (cell) => {
    const reading = read(cell)
    if (!('value' in reading) || typeof reading.value !== 'string') return reading
    const text = plain(reading.value)
    return { ...reading, value: names.get(text) ?? comboIn(text, words, sets) ?? reading.value }
  }
}

/** What people call a subject in a combination. Letters of two subjects would run into each other. */
function wordsOf(subject: ImportFacts['subjects'][number]): string[] {
  const usual = usualTitles(subject).filter((title) => /^\p{Script=Han}+$/u.test(title) || title.length > 2)
  return [subject.name, ...usual].map(plain).filter((word) => word !== '')
}

/** The combination whose subjects a text names, however it is divided: 政生物 is 政治, 生物学 and 物理. */
function comboIn(
  text: string,
  words: ReadonlyMap<string, number>,
  sets: Combos,
  found: readonly number[] = [],
): string | undefined {
  if (text === '') return sets.get(keyOf(found))
  if (found.length > MOST_WORDS) return undefined
  for (const [word, id] of words) {
    if (!text.startsWith(word) || found.includes(id)) continue
    const name = comboIn(text.slice(word.length), words, sets, [...found, id])
    if (name !== undefined) return name
  }
  return undefined
}
