import { attributeOf, textOf, XmlScan } from '../sheet/xml-scan.server.ts'

export type NotesXml = {
  /** Everything up to the first note, and from behind the last one. */
  head: string
  tail: string
  /** The prefix of the tags, with its colon; often empty. */
  prefix: string
  /** The notes as they are written, with the indexes of their authors, by cell reference. */
  notes: Map<string, { raw: string; author: number }>
  authors: string[]
}

/** Takes the list of a sheet's notes apart. Without the notes, all of it is in `head` and `tail`. */
export function readNotes(xml: string): NotesXml {
  const notes: NotesXml['notes'] = new Map()
  const authors: string[] = []
  let head = ''
  let tail = ''
  let prefix = ''
  let place: 'before' | 'list' | 'note' | 'behind' = 'before'
  let current: { reference: string; author: number; pieces: string[] } | undefined
  let author: string | undefined
  const add = (raw: string) => {
    if (place === 'before') head += raw
    else if (place === 'behind') tail += raw
    else current?.pieces.push(raw)
  }
  const scan = new XmlScan({
    open(name, attributes, raw) {
      if (name === 'author') author = ''
      const isEmpty = raw.endsWith('/>')
      if (place === 'list' && name === 'comment') {
        const reference = attributeOf(attributes, 'ref') ?? ''
        current = { reference, author: Number(attributeOf(attributes, 'authorId')), pieces: [] }
        place = 'note'
      }
      // The lists must be open, so that something can be added to them.
      add(isEmpty && LISTS.has(name) ? `${raw.slice(0, -2)}>` : raw)
      if (LISTS.has(name)) prefix = prefixOf(raw)
      if (name === 'commentList' && place === 'before') place = 'list'
    },
    close(name, raw) {
      if (name === 'author' && author !== undefined) {
        authors.push(author)
        author = undefined
      }
      if (name === 'commentList' && place === 'list') place = 'behind'
      add(raw === '' && LISTS.has(name) ? `</${prefix}${name}>` : raw)
      if (name !== 'comment' || !current) return
      notes.set(current.reference, { raw: current.pieces.join(''), author: current.author })
      current = undefined
      place = 'list'
    },
    text(raw) {
      if (author !== undefined) author += textOf(raw)
      add(raw)
    },
    other: add,
  })
  scan.write(xml)
  scan.end()
  return { head, tail, prefix, notes, authors }
}

const LISTS = new Set(['authors', 'commentList'])

/** A run of a note's text, or something else beside the runs. */
export type NoteRun = { name: string; raw: string; text: string }

/** Takes a note apart: up to the beginning of its text, the parts of the text, and from its end. */
export function noteParts(note: string): { before: string; runs: NoteRun[]; after: string } {
  let before = ''
  let after = ''
  const runs: NoteRun[] = []
  let prefix = ''
  let place: 'before' | 'text' | 'behind' = 'before'
  let depth = 0
  let current: { name: string; pieces: string[]; texts: string[] } | undefined
  const add = (raw: string) => {
    if (place === 'before') before += raw
    else if (place === 'behind') after += raw
    else if (current) current.pieces.push(raw)
    else runs.push({ name: '', raw, text: '' })
  }
  const scan = new XmlScan({
    open(name, _attributes, raw) {
      if (place === 'text') {
        if (depth === 0) current = { name, pieces: [], texts: [] }
        depth += 1
      }
      const isText = place === 'before' && name === 'text'
      // The text must be open, so that something can be added to it.
      add(isText && raw.endsWith('/>') ? `${raw.slice(0, -2)}>` : raw)
      if (!isText) return
      prefix = prefixOf(raw)
      place = 'text'
    },
    close(_name, raw) {
      const isText = place === 'text' && depth === 0
      if (isText) place = 'behind'
      add(isText && raw === '' ? `</${prefix}text>` : raw)
      if (place !== 'text') return
      depth -= 1
      if (depth > 0 || !current) return
      runs.push({ name: current.name, raw: current.pieces.join(''), text: current.texts.join('') })
      current = undefined
    },
    text(raw) {
      current?.texts.push(textOf(raw))
      add(raw)
    },
    other: add,
  })
  scan.write(note)
  scan.end()
  return { before, runs, after }
}

/** The prefix of a tag, with its colon; empty when there is none. */
function prefixOf(tag: string): string {
  return /^<([\w.-]{1,60}:)?/.exec(tag)?.[1] ?? ''
}
