import { columnLetters } from '../sheet/cell.ts'
import { xmlText } from '../sheet/xml-scan.server.ts'
import { noteParts, readNotes } from './note-parts.server.ts'

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
  /** The notes as they are written, with their authors, by cell reference. */
  readonly #notes: Map<string, { raw: string; author: number }>
  readonly #ours: number
  readonly #authors: number

  /** @param namespace the namespace of a new list, used when `xml` is empty */
  constructor(xml: string, namespace: string) {
    const given =
      xml ||
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<comments xmlns="${namespace}"><authors></authors><commentList></commentList></comments>`
    const { head, tail, prefix, notes, authors } = readNotes(given)
    this.#head = head
    this.#tail = tail
    this.#prefix = prefix
    this.#notes = notes
    this.#authors = authors.length
    this.#ours = authors.indexOf(AUTHOR)
  }

  /** Removes our notes of an earlier return, and our text from other notes. Returns the cells that have no note now. */
  removeOurs(): Set<string> {
    const gone = new Set<string>()
    for (const [reference, { raw, author }] of this.#notes) {
      if (this.#ours >= 0 && author === this.#ours) {
        gone.add(reference)
        this.#notes.delete(reference)
      } else if (raw.includes(AUTHOR)) {
        const { before, runs, after } = noteParts(raw)
        const kept = runs.filter(({ name, text }) => name !== 'r' || !text.trimStart().startsWith(`${AUTHOR}: `))
        this.#notes.set(reference, { raw: before + kept.map((run) => run.raw).join('') + after, author })
      }
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
      const { before, runs, after } = noteParts(there.raw)
      // A text without formatting becomes the first of two runs.
      const formatted = runs.map(({ name, raw }) => (name === 't' ? `<${p}r>${raw}</${p}r>` : raw)).join('')
      this.#notes.set(reference, { ...there, raw: after === '' ? before : before + formatted + run + after })
      return false
    }
    const author = this.#ours >= 0 ? this.#ours : this.#authors
    const raw = `<${p}comment ref="${reference}" authorId="${author}"><${p}text><${p}r><${p}t xml:space="preserve">${xmlText(note.text)}</${p}t></${p}r></${p}text></${p}comment>`
    this.#notes.set(reference, { raw, author })
    return true
  }

  xml(): string {
    const p = this.#prefix
    const head =
      this.#ours >= 0
        ? this.#head
        : this.#head.replace(`</${p}authors>`, `<${p}author>${AUTHOR}</${p}author></${p}authors>`)
    return head + [...this.#notes.values()].map(({ raw }) => raw).join('') + this.#tail
  }
}
