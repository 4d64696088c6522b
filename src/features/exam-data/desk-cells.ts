import { m } from '#src/i18n/paraglide/messages.js'
import type { ClassPapers } from './exam-data.queries.ts'
import { sitsIn } from './exam-sits.ts'
import { faultText } from './fault-text.ts'
import { paperText, readMark } from './mark-cell.ts'

/** A paper as the server has it. */
export type StoredCell = { value: string; version: number }

/**
 * A cell of the desk. `editing`: the user types; `waiting`: it is right and will be sent; `sending`; `refused`: it is
 * no mark of its subject; `conflict`: somebody else has entered `theirs` meanwhile.
 */
export type DeskCell = {
  stored: StoredCell | null
  /** What the user has typed, until it is stored. */
  typed?: string
  state?: 'editing' | 'waiting' | 'sending' | 'refused' | 'conflict'
  message?: string
  theirs?: StoredCell | null
}

export type DeskLine = ClassPapers['candidates'][number]

/** What the cells of a class are checked against. */
export type DeskRules = {
  check(candidate: DeskLine, subjectId: number, text: string): { value: string } | { message: string }
  sits(candidate: DeskLine, subjectId: number): boolean
}

/** The rules of an exam, as the server has them. */
export function deskRules({ exam, subjects, sits }: Pick<ClassPapers, 'exam' | 'subjects' | 'sits'>): DeskRules {
  const sat = sitsIn(sits)
  const full = new Map(subjects.map((one) => [one.id, one.fullMark]))
  return {
    sits: ({ combo }, subjectId) => sat(combo, subjectId),
    check({ combo }, subjectId, text) {
      const rule = { fullMark: full.get(subjectId) ?? 0, step: exam.step }
      const read = readMark(text, rule)
      if (read === null) return { value: '' }
      if (!sat(combo, subjectId)) return { message: m.examData_notSat() }
      return typeof read === 'string' ? { message: faultText(read, rule) } : { value: paperText(read) }
    },
  }
}

export const cellKey = (candidateId: number, subjectId: number): string => `${candidateId}:${subjectId}`

/** What a cell shows. */
export const deskText = ({ typed, stored }: DeskCell): string => typed ?? stored?.value ?? ''
