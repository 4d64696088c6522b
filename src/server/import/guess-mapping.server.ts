import { ID } from '#src/resource/importable.ts'
import { IN_PART, isOtherNote, likeness, SYNONYM } from './likeness.ts'
import { isNumbering } from './numbering.ts'
import { plainTitle, titleNote } from './plain-title.ts'
import { exactTitles, labelTitles, returnTitles, synonymTitles, type Titled } from './titles.server.ts'

/** A column as it was found in a file: its title, and the texts of its first cells. */
export type FoundColumn = { title: string; values: readonly string[] }

/** Why the user must look at a column before the import goes on. */
export const doubts = ['guess', 'open', 'twice', 'rival'] as const

/**
 * The field of a column, and how it was found.
 * - `guess`: the title is only similar to the field, a synonym of it, or has a note of other content behind it
 * - `open`: several fields fit equally well, so none was taken
 * - `twice`: another column has the same title, or a title of the same field
 * - `rival`: another column fits this field as well
 */
export type Guess = {
  field: string | null
  by: 'memory' | 'title' | 'part' | null
  doubt: (typeof doubts)[number] | null
}

type Pair = { column: number; field: string; score: number }

/**
 * Guesses the field of each column. Each field is used once. Exact titles come first, then the user's earlier choices,
 * then all other pairs of a column and a field, the best pair first. A strong guess is never given up for two weak
 * ones.
 * @param memory fields by plain title; null for a column that the user left out
 */
export function guessMapping(
  columns: readonly FoundColumn[],
  resource: Titled,
  memory: ReadonlyMap<string, string | null>,
): Guess[] {
  const { reason, row } = returnTitles()
  const own = new Set([...reason.known, ...row.known])
  const titles = columns.map(({ title }) => plainTitle(title)).map((title) => (own.has(title) ? '' : title))
  const foreign = columns.map(({ title }) => resource.isForeign?.(title) ?? false)
  const isTwice = titles.map((title) => title !== '' && titles.indexOf(title) !== titles.lastIndexOf(title))
  const guesses = titles.map((): Guess => ({ field: null, by: null, doubt: null }))
  const taken = new Set<string>()
  const ours = titles.map((title, at) => (foreign[at] ? '' : title))
  const settled = takeExact(columns, ours, exactTitles(resource), guesses, taken)
  titles.forEach((title, at) => {
    const field = isTwice[at] ? undefined : memory.get(title)
    if (settled.has(at) || title === '' || field === undefined) return
    if (field !== null && (taken.has(field) || !(field === ID || resource.importable.has(field)))) return
    guesses[at] = { field, by: 'memory', doubt: null }
    settled.add(at)
    if (field !== null) taken.add(field)
  })
  titles.forEach((title, at) => {
    if (isNumbering(title, columns[at]?.values ?? [])) settled.add(at)
  })
  const rest = ours.flatMap((title, at) => (settled.has(at) || title === '' ? [] : [at]))
  const names = { labels: labelTitles(resource), synonyms: synonymTitles(resource) }
  takeBest(
    rest.flatMap((column) => pairsOf(column, titles[column] ?? '', names)),
    guesses,
    taken,
  )
  for (const at of rest) {
    const guess = guesses[at]
    if (guess && isTwice[at]) guess.doubt = 'twice'
  }
  return guesses
}

/** Takes the columns with exact titles. When a field has several, the first column with content gets it. */
function takeExact(
  columns: readonly FoundColumn[],
  titles: readonly string[],
  exact: ReadonlyMap<string, string>,
  guesses: Guess[],
  taken: Set<string>,
): Set<number> {
  const found = Map.groupBy(titles.keys(), (at) => exact.get(titles[at] ?? ''))
  found.delete(undefined)
  for (const [field = '', places] of found) {
    const chosen = places.find((at) => columns[at]?.values.some((text) => text !== '')) ?? places[0]
    for (const at of places) {
      const doubt = places.length > 1 ? 'twice' : isNoted(columns[at]?.title ?? '') ? 'guess' : null
      guesses[at] = at === chosen ? { field, by: 'title', doubt } : { field: null, by: null, doubt }
    }
    taken.add(field)
  }
  return new Set([...found.values()].flat())
}

const isNoted = (title: string) => isOtherNote(plainTitle(title), titleNote(title))

/** The labels and synonyms that titles are compared with. */
type Names = { labels: readonly (readonly [string, string])[]; synonyms: ReadonlyMap<string, string> }

/** The fields that fit a column, each with the score of its best label or synonym. */
function pairsOf(column: number, title: string, { labels, synonyms }: Names): Pair[] {
  const named = synonyms.get(title)
  if (named !== undefined) return [{ column, field: named, score: SYNONYM }]
  const scores = new Map<string, number>()
  const count = (field: string, score: number) => {
    if (score > (scores.get(field) ?? 0)) scores.set(field, score)
  }
  for (const [label, field] of labels) count(field, likeness(title, label))
  for (const [synonym, field] of synonyms) {
    // A title may contain a synonym, as 现用学校名称 does. A short one, as 学校, is part of many other titles.
    const score = synonym.length > 2 && title.length > synonym.length ? likeness(title, synonym) : 0
    if (score >= IN_PART) count(field, score)
  }
  return [...scores].map(([field, score]) => ({ column, field, score }))
}

/** Takes the best pair again and again. A column for which two fields are equally good gets none. */
function takeBest(pairs: readonly Pair[], guesses: Guess[], taken: Set<string>): void {
  for (const { column, field, score } of pairs) {
    // Its title means a field that another column has already.
    if (score === SYNONYM && taken.has(field)) guesses[column] = { field: null, by: null, doubt: 'rival' }
  }
  let left = pairs.filter(({ field }) => !taken.has(field)).sort((one, other) => other.score - one.score)
  for (let [best] = left; best; [best] = left) {
    const { column, field, score } = best
    const equal = left.filter((pair) => pair.score === score)
    const isOpen = equal.some((pair) => pair.column === column && pair.field !== field)
    const rivals = equal.filter((pair) => pair.field === field && pair.column !== column)
    if (isOpen) guesses[column] = { field: null, by: null, doubt: 'open' }
    else {
      taken.add(field)
      guesses[column] = { field, by: 'part', doubt: rivals.length > 0 ? 'rival' : 'guess' }
      for (const rival of rivals) guesses[rival.column] = { field: null, by: null, doubt: 'rival' }
    }
    left = left.filter((pair) => pair.column !== column && !taken.has(pair.field))
  }
}
