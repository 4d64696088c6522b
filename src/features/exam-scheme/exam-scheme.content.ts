/** What a subject is in a scheme. */
export type SubjectKind = 'required' | 'first' | 'second' | 'school'

export type SchemeSubject = {
  subjectId: number
  kind: SubjectKind
  fullMark: number
  /** 1: part of the total. */
  counts: number
  /** 1: assigned scores take the place of raw marks. */
  assigned: number
}

/** Subjects that candidates may choose together. */
export type Combination = { name: string; subjectIds: number[] }

/** A share of the candidates, best first, and the scores that it is mapped to. */
export type AssignBand = { name: string; percent: number; high: number; low: number }

/** A rate that reports count: everybody from, or below, a share of the full mark. */
export type RateBand = { name: string; side: 'from' | 'below'; percent: number; color: string }

/** A cut line of the total, for everybody or for those of one first-choice subject. */
export type SchemeLine = {
  name: string
  by: 'score' | 'place' | 'percent'
  value: number
  subjectId: number | null
  /** 1: lines of the subjects follow by the effective-score method. */
  effective: number
}

export type SchemeChoice = 'none' | '3+1+2' | '3+3'

/** What a revision keeps of a scheme, and an exam runs by. */
export type SchemeContent = {
  name: string
  levelId: number
  subjects: SchemeSubject[]
  choice: SchemeChoice
  combinations: Combination[]
  assign: 'none' | 'bands'
  assignBands: AssignBand[]
  /** When all raw marks of a band are the same: its highest score, or the middle. */
  assignFlat: 'high' | 'middle'
  /** A raw mark of zero: in its band like any other, or the lowest score of all. */
  assignZero: 'band' | 'lowest'
  bands: RateBand[]
  lines: SchemeLine[]
}

/** The parts of a scheme that a revision keeps, in the order in which they are read. */
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
