import { halfWidth } from '#src/lib/any-width.ts'

/** An entry that the search can find. */
export type Findable = {
  /** The title in the user's language. */
  title: string
  /** The title in the other language. */
  alias: string
  /** The location of the entry. A match here has a low score. */
  hint: string
  /** Added to the score: of two equal matches, the one with the higher weight comes first. */
  weight: number
}

/** Returns the offsets in `text` that match pinyin letters (full syllables or initials). Null without a match. */
export type PinyinMatch = (text: string, letters: string) => number[] | null

export type PaletteMatch<T> = { entry: T; marks: ReadonlySet<number> }

/**
 * Finds the entries that match every word of a query, the best match first. An empty query returns all entries in
 * their order.
 * @returns each entry with the offsets of its title that matched
 */
export function search<T extends Findable>(
  entries: readonly T[],
  query: string,
  pinyin?: PinyinMatch,
): PaletteMatch<T>[] {
  const words = plain(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries.map((entry) => ({ entry, marks: new Set() }))
  return entries
    .flatMap((entry) => {
      const fits = words.map((word) => bestOf(entry, word, pinyin))
      if (fits.some((fit) => fit === undefined)) return []
      const score = fits.reduce((sum, fit) => sum + (fit?.score ?? 0), entry.weight)
      return [{ entry, score, marks: new Set(fits.flatMap((fit) => fit?.marks ?? [])) }]
    })
    .sort((one, other) => other.score - one.score || one.entry.title.length - other.entry.title.length)
}

/** Full-width letters find the usual ones, and the other way round. */
const plain = (text: string) => halfWidth(text).toLowerCase()

/** The offsets in a text that words of a query match. */
export function marksIn(text: string, query: string): Set<number> {
  const marks = new Set<number>()
  for (const word of plain(query).split(/\s+/).filter(Boolean)) {
    for (let at = plain(text).indexOf(word); at >= 0; at = plain(text).indexOf(word, at + word.length))
      for (let index = 0; index < word.length; index++) marks.add(at + index)
  }
  return marks
}

type Fit = { score: number; marks: number[] }

function bestOf({ title, alias, hint }: Findable, word: string, pinyin?: PinyinMatch): Fit | undefined {
  const inTitle = fitOf(title, word, pinyin)
  const inAlias = fitOf(alias, word, pinyin)
  const fits = [
    inTitle,
    // Matches in the other language are often accidental, so they score lower.
    inAlias && { score: inAlias.score - 12, marks: [] },
    plain(hint).includes(word) ? { score: 15, marks: [] } : undefined,
  ]
  return fits.reduce((best, fit) => (fit && fit.score > (best?.score ?? 0) ? fit : best), undefined)
}

/** Scores the match of a word: whole text, its beginning, beginning of a word, any part. Else the same by pinyin. */
function fitOf(text: string, word: string, pinyin?: PinyinMatch): Fit | undefined {
  const at = plain(text).indexOf(word)
  if (at >= 0) {
    const marks = Array.from({ length: word.length }, (_, index) => at + index)
    const whole = word.length === text.length
    if (at === 0) return { score: whole ? 100 : 90, marks }
    return { score: /[\s/(:：-]/.test(text[at - 1] ?? '') ? 75 : 60, marks }
  }
  if (!pinyin || !/^[a-z\d]+$/.test(word) || !/\p{Script=Han}/u.test(text)) return undefined
  const marks = pinyin(text, word)
  if (!marks || marks.length === 0) return undefined
  const first = marks[0] === 0
  return { score: first ? (marks.length === text.length ? 80 : 70) : 45, marks }
}
