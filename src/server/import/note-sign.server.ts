import { xmlText } from '../sheet/xml-scan.server.ts'
import type { NoteRun } from './note-parts.server.ts'

// Our part of a note is in brackets, with our name. Programs keep the text of a note, but not all keep its author.
const BEGIN = '【Yardstick: '
const END = '】'
/** Our part with the line break in front. If its end was removed, it reaches to the end of the line. */
const SIGNED = /\r?\n?【Yardstick: (?:[^【】]*】|[^\n]*)/g

/** A text as our part of a note. */
export function signed(text: string): string {
  return BEGIN + text.replaceAll('【', '[').replaceAll('】', ']') + END
}

/** Whether a part of a note is ours. */
export function hasSign(runs: readonly NoteRun[]): boolean {
  return textOfRuns(runs).includes(BEGIN)
}

/** The runs of a note without our part, wherever programs have divided it. */
export function withoutSigned(runs: readonly NoteRun[]): NoteRun[] {
  const whole = textOfRuns(runs)
  const ours = [...whole.matchAll(SIGNED)].map(({ 0: text, index }) => ({ from: index, to: index + text.length }))
  if (ours.length === 0) return [...runs]
  let at = 0
  let next = 0
  let kept: NoteRun[] = []
  for (const run of runs) {
    if (!hasText(run)) {
      kept.push(run)
      continue
    }
    const from = at
    at += run.text.length
    let text = ''
    let done = from
    for (let part = ours[next]; part && part.from < at; part = ours[next]) {
      text += whole.slice(done, Math.max(done, part.from))
      done = Math.min(at, Math.max(done, part.to))
      // The next run may go on with the same part.
      if (part.to > at) break
      next += 1
    }
    text += whole.slice(done, at)
    if (text.length === run.text.length) kept.push(run)
    else if (text !== '') kept.push(withText(run, text))
  }
  const first = kept.find(hasText)
  // What was in front of the rest was ours.
  if (first && ours[0]?.from === 0 && /^\r?\n/.test(first.text))
    kept = kept.map((run) => (run === first ? withText(run, run.text.replace(/^\r?\n/, '')) : run))
  return kept
}

function textOfRuns(runs: readonly NoteRun[]): string {
  return runs
    .filter(hasText)
    .map(({ text }) => text)
    .join('')
}

/** Whether a run is text of the note; phonetic runs are not. */
function hasText({ name }: NoteRun): boolean {
  return name === 'r' || name === 't'
}

const TEXT_TAG = /<((?:[\w.-]{1,60}:)?t)(?:\s[^<>]*)?>/

/** A run with another text in its look. */
function withText(run: NoteRun, text: string): NoteRun {
  const { raw } = run
  const open = TEXT_TAG.exec(raw)
  if (!open) return { ...run, text }
  const [, tag = ''] = open
  let close = raw.lastIndexOf(`</${tag}`)
  while (close >= 0 && !/[\s>]/.test(raw.charAt(close + tag.length + 2))) close = raw.lastIndexOf(`</${tag}`, close - 1)
  if (close < open.index) return { ...run, text }
  const changed = `<${tag} xml:space="preserve">${xmlText(text)}</${tag}>`
  return { ...run, raw: raw.slice(0, open.index) + changed + raw.slice(raw.indexOf('>', close) + 1), text }
}
