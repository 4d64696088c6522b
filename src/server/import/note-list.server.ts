import { columnLetters } from '../sheet/cell.ts'
import { attributeOf, xmlText } from '../sheet/xml-scan.server.ts'

export type CellNote = { row: number; column: number; text: string }

/** The author of our notes. A later return removes the notes of this author. */
const AUTHOR = 'Yardstick'

/** A cell reference: `C5`. */
export function referenceOf({ row, column }: Pick<CellNote, 'row' | 'column'>): string {
  return `${columnLetters(column)}${row}`
}

/** The list of a sheet's notes. It is changed as text, so that all other content stays as it is. */
export class NoteList {
  readonly #head: string
  readonly #tail: string
  readonly #prefix: string
  /** The notes as they are written, by cell reference. */
  readonly #notes = new Map<string, string>()
  readonly #ours: number
  readonly #authors: number

  /** @param namespace the namespace of a new list, used when `xml` is empty */
  constructor(xml: string, namespace: string) {
    const given =
      xml ||
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<comments xmlns="${namespace}"><authors></authors><commentList></commentList></comments>`
    const p = /<([\w.-]+:)?commentList/.exec(given)?.[1] ?? ''
    const open = ['authors', 'commentList'].reduce(
      (text, name) => text.replace(new RegExp(`<${p}${name}\\s*/>`), `<${p}${name}></${p}${name}>`),
      given,
    )
    const from = (new RegExp(`<${p}commentList[^>]*>`).exec(open)?.index ?? 0) + `<${p}commentList>`.length
    const end = open.indexOf(`</${p}commentList>`, from)
    const authors = [...open.matchAll(new RegExp(`<${p}author(?:\\s[^>]*)?(?:/>|>([\\s\\S]*?)</${p}author>)`, 'g'))]
    this.#prefix = p
    this.#authors = authors.length
    this.#ours = authors.findIndex(([, name]) => name === AUTHOR)
    this.#head = open.slice(0, from)
    this.#tail = open.slice(end)
    for (const [whole, attributes = ''] of open
      .slice(from, end)
      .matchAll(new RegExp(`<${p}comment(\\s[^>]*)>[\\s\\S]*?</${p}comment>`, 'g'))) {
      this.#notes.set(attributeOf(attributes, 'ref') ?? '', whole)
    }
  }

  /** Removes our notes of an earlier return, and our text from other notes. Returns the cells that have no note now. */
  removeOurs(): Set<string> {
    const p = this.#prefix
    const words = new RegExp(
      `<${p}r>(?:(?!</${p}r>)[\\s\\S])*?<${p}t[^>]*>\\s*${AUTHOR}: [\\s\\S]*?</${p}t></${p}r>`,
      'g',
    )
    const gone = new Set<string>()
    for (const [reference, note] of this.#notes) {
      const author = Number(attributeOf(/^<[^>]*>/.exec(note)?.[0] ?? '', 'authorId'))
      if (this.#ours >= 0 && author === this.#ours) {
        gone.add(reference)
        this.#notes.delete(reference)
      } else if (note.includes(AUTHOR)) this.#notes.set(reference, note.replaceAll(words, ''))
    }
    return gone
  }

  has(reference: string): boolean {
    return this.#notes.has(reference)
  }

  /** Adds a text as a new note, or below the note of another author. Returns whether the note is new. */
  add(note: CellNote): boolean {
    const p = this.#prefix
    const reference = referenceOf(note)
    const there = this.#notes.get(reference)
    if (there !== undefined) {
      const run = `<${p}r><${p}t xml:space="preserve">\n${AUTHOR}: ${xmlText(note.text)}</${p}t></${p}r>`
      // A text without formatting becomes the first of two runs.
      const plain = new RegExp(`(<${p}text>)\\s*(<${p}t[\\s>][\\s\\S]*?</${p}t>)\\s*(</${p}text>)`)
      const runs = there.replace(
        plain,
        (_, open: string, text: string, close: string) => `${open}<${p}r>${text}</${p}r>${close}`,
      )
      this.#notes.set(
        reference,
        runs.replace(`</${p}text>`, () => `${run}</${p}text>`),
      )
      return false
    }
    const author = this.#ours >= 0 ? this.#ours : this.#authors
    this.#notes.set(
      reference,
      `<${p}comment ref="${reference}" authorId="${author}"><${p}text><${p}r><${p}t xml:space="preserve">${xmlText(note.text)}</${p}t></${p}r></${p}text></${p}comment>`,
    )
    return true
  }

  xml(): string {
    const p = this.#prefix
    const head =
      this.#ours >= 0
        ? this.#head
        : this.#head.replace(`</${p}authors>`, `<${p}author>${AUTHOR}</${p}author></${p}authors>`)
    return head + [...this.#notes.values()].join('') + this.#tail
  }
}
