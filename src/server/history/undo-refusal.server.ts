import { m } from '#src/i18n/paraglide/messages.js'
import type { Refusal } from '../write/refusal.server.ts'

/** Why a row cannot be taken back. `blocked`: a rule or a constraint of the database refuses it. */
export const undoReasons = [
  'gone',
  'there',
  'changed',
  'used',
  'taken',
  'scope',
  'reference',
  'blocked',
  'hidden',
] as const

type UndoReason = (typeof undoReasons)[number]

export type Why = { reason: UndoReason; msg: string }

/** A row that an undo leaves as it is. */
export type UndoRefusal = Refusal & Why & { resource: string }

/** The number of rows that an undo took back, by what happened to them. */
export type UndoCounts = { removed: number; restored: number; changed: number }

/** Maximum number of reasons in a message. */
const SENTENCES = 3

/** The message of an undo that rows stand in the way of: their number, and some of them with their reasons. */
export function refusalText(refused: readonly UndoRefusal[]): string {
  const lines = refused
    .slice(0, SENTENCES)
    .map(({ title, msg }) => (title === '' ? msg : m.error_undoRow({ title, why: msg })))
  const [first] = lines
  if (refused.length === 1 && first !== undefined) return m.error_undoRefusedOne({ why: first })
  const more = refused.length - lines.length
  const last = more > 0 ? [m.error_undoMore({ count: more })] : []
  return [m.error_undoRefused({ count: refused.length }), ...lines.map((line) => `· ${line}`), ...last].join('\n')
}

/** What an undo did, as a sentence. @param undone all rows: an earlier release did not tell the kinds apart */
export function undoText({ undone, removed, restored, changed }: UndoCounts & { undone: number }): string {
  const parts: string[] = []
  if (removed > 0) parts.push(m.undo_removed({ count: removed }))
  if (restored > 0) parts.push(m.undo_restored({ count: restored }))
  if (changed > 0) parts.push(m.undo_changed({ count: changed }))
  if (parts.length === 0) parts.push(m.undo_rows({ count: undone }))
  return m.undo_done({ what: parts.join(m.crud_listSeparator()) })
}
