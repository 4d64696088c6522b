import { columnLetters } from '../sheet/cell.ts'
import { xmlText } from '../sheet/xml-scan.server.ts'
import { noteParts, readNotes } from './note-parts.server.ts'
import { hasSign, signed, withoutSigned } from './note-sign.server.ts'

export type CellNote = { row: number; column: number; text: string }

/** The author of our notes. Those of earlier releases have no other sign. */
const AUTHOR = 'Yardstick'
/** What a note contains that has a part of ours. Programs may have divided our name. */
const MAY_BE_OURS = /Yardstick|【/
/** The author of what a person has added to a note of ours. */
const SOMEBODY = ''

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
  /** The authors, and how many of them the list has already. */
  readonly #authors: string[]
  readonly #known: number

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
    this.#authors = authors
    this.#known = authors.length
  }

  /**
   * Removes our notes of an earlier return, and our text from other notes. What a person has written stays. Returns the
   * cells that have no note now.
   */
  removeOurs(): Set<string> {
    const gone = new Set<string>()
    const ours = this.#authors.indexOf(AUTHOR)
    for (const [reference, { raw, author }] of this.#notes) {
      const isOurs = author === ours
      if (!isOurs && !MAY_BE_OURS.test(raw)) continue
      const { before, runs, after } = noteParts(raw)
      const isSigned = hasSign(runs)
      const rest = withoutSigned(runs).filter(({ name, text }) => name !== 'r' || !isOld(text))
      if (isSigned ? rest.every(({ text }) => text.trim() === '') : isOurs) {
        gone.add(reference)
        this.#notes.delete(reference)
        continue
      }
      const kept = before + rest.map((run) => run.raw).join('') + after
      const next = isOurs ? this.#authorId(SOMEBODY) : author
      this.#notes.set(reference, { raw: isOurs ? withAuthor(kept, next) : kept, author: next })
    }
    return gone
  }

  /** Whether a cell has a note. @param reference for example `C5` */
  has(reference: string): boolean {
    return this.#notes.has(reference)
  }

  /** Adds a text as a new note, or below the text of a note that is there. Returns whether the note is new. */
  add(note: CellNote): boolean {
    const p = this.#prefix
    const reference = referenceOf(note)
    const there = this.#notes.get(reference)
    const { before, runs, after } = noteParts(there?.raw ?? '')
    // A note without a place for a text is written anew.
    if (there !== undefined && after !== '') {
      const run = `<${p}r><${p}t xml:space="preserve">\n${xmlText(signed(note.text))}</${p}t></${p}r>`
      // A text without formatting becomes the first of two runs.
      const formatted = runs.map(({ name, raw }) => (name === 't' ? `<${p}r>${raw}</${p}r>` : raw)).join('')
      this.#notes.set(reference, { ...there, raw: before + formatted + run + after })
      return false
    }
    const author = this.#authorId(AUTHOR)
    const raw = `<${p}comment ref="${reference}" authorId="${author}"><${p}text><${p}r><${p}t xml:space="preserve">${xmlText(signed(note.text))}</${p}t></${p}r></${p}text></${p}comment>`
    this.#notes.set(reference, { raw, author })
    return true
  }

  /** The list as it is written. */
  xml(): string {
    const p = this.#prefix
    const added = this.#authors.slice(this.#known).map((author) => `<${p}author>${author}</${p}author>`)
    const head = this.#head.replace(`</${p}authors>`, `${added.join('')}</${p}authors>`)
    return head + [...this.#notes.values()].map(({ raw }) => raw).join('') + this.#tail
  }

  /** The index of an author. A missing author is added. */
  #authorId(author: string): number {
    const known = this.#authors.indexOf(author)
    return known < 0 ? this.#authors.push(author) - 1 : known
  }
}

/** Whether a part of another author's note is ours, from an earlier release. */
function isOld(text: string): boolean {
  return text.trimStart().startsWith(`${AUTHOR}: `)
}

function withAuthor(note: string, author: number): string {
  return note.replace(/^(<[^>]*\sauthorId\s*=\s*["'])\d*/, `$1${author}`)
}
