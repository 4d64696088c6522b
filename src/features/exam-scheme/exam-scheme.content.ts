/** The role of a subject in a scheme. */
export type SubjectKind = 'required' | 'first' | 'second' | 'school'

export type SchemeSubject = {
  subjectId: number
  kind: SubjectKind
  fullMark: number
  /** 1: the subject is part of the total. */
  counts: number
  /** 1: assigned scores replace raw marks. */
  assigned: number
}

/** Subjects that candidates may choose together. */
export type Combination = { name: string; subjectIds: number[] }

/** A share of the candidates in percent, best first, and the range of scores for them. */
export type AssignBand = { name: string; percent: number; high: number; low: number }

/** A rate in reports: the candidates from (`from`) or below (`below`) a percentage of the full mark. */
export type RateBand = { name: string; side: 'from' | 'below'; percent: number; color: string }

/** A cut line of the total, for all candidates or for those with one first-choice subject. */
export type SchemeLine = {
  name: string
  by: 'score' | 'place' | 'percent'
  value: number
  subjectId: number | null
  /** 1: the lines of the subjects are calculated by the effective-score method. */
  effective: number
}

export type SchemeChoice = 'none' | '3+1+2' | '3+3'

/** The content of a scheme that a revision stores and an exam uses. */
export type SchemeContent = {
  name: string
  levelId: number
  subjects: SchemeSubject[]
  choice: SchemeChoice
  combinations: Combination[]
  assign: 'none' | 'bands'
  assignBands: AssignBand[]
  /** The score when all raw marks of a band are equal: the band's highest score, or its middle. */
  assignFlat: 'high' | 'middle'
  /** The score for a raw mark of zero: by its band like any other mark, or the lowest score of all. */
  assignZero: 'band' | 'lowest'
  bands: RateBand[]
  lines: SchemeLine[]
}

/** The fields of a scheme that a revision stores, in the order of display. */
export const contentNames = [
  'name',
  'levelId',
  'subjects',
  'choice',
  'combinations',
  'assign',
  'assignBands',
  'assignFlat',
  'assignZero',
  'bands',
  'lines',
] as const satisfies readonly (keyof SchemeContent)[]
