import type { AssignBand, RateBand, SchemeChoice, SchemeLine, SubjectKind } from './exam-scheme.content.ts'

type SeedSubject = [code: string, kind: SubjectKind, fullMark: number, assigned?: true]

export type SchemeSeed = {
  name: string
  level: string
  subjects: SeedSubject[]
  choice: SchemeChoice
  assign: 'none' | 'bands'
  assignBands: AssignBand[]
  bands: RateBand[]
  lines: SchemeLine[]
}

const bands: RateBand[] = [
  { name: '优秀', side: 'from', percent: 85, color: '#2e8b57' },
  { name: '良好', side: 'from', percent: 75, color: '#2f7ed8' },
  { name: '及格', side: 'from', percent: 60, color: '#b7791f' },
  { name: '低分', side: 'below', percent: 40, color: '#d9534f' },
]

const band = (name: string, percent: number, high: number, low: number): AssignBand => ({ name, percent, high, low })

/** Five bands of the provinces with 3+1+2. */
const five = [
  band('A', 15, 100, 86),
  band('B', 35, 85, 71),
  band('C', 35, 70, 56),
  band('D', 13, 55, 41),
  band('E', 2, 40, 30),
]

/** Eight bands, as in Shandong. */
const eight = [3, 7, 16, 24, 24, 16, 7, 3].map((percent, at) =>
  band(['A', 'B+', 'B', 'C+', 'C', 'D+', 'D', 'E'][at] ?? '', percent, 100 - at * 10, 91 - at * 10),
)

/** Twenty-one grades of three points each, as in Zhejiang. */
const grades = [1, 2, 3, 4, 5, 6, 7, 8, 7, 7, 7, 7, 7, 7, 6, 5, 4, 3, 2, 1, 1].map((percent, at) =>
  band(String(at + 1), percent, 100 - at * 3, 100 - at * 3),
)

/** A line by the share of all candidates, because its mark differs with each exam. */
const line = (name: string, value: number): SchemeLine => ({
  name,
  by: 'percent',
  value,
  subjectId: null,
  effective: 1,
})
const seniorLines = [line('特控线', 20), line('本科线', 55)]
const juniorLines = [line('示范高中线', 20), line('普通高中线', 60)]

const main: SeedSubject[] = [
  ['YW', 'required', 150],
  ['SX', 'required', 150],
  ['YY', 'required', 150],
]
const raw: Omit<SchemeSeed, 'name' | 'level' | 'subjects'> = {
  choice: 'none',
  assign: 'none',
  assignBands: [],
  bands,
  lines: [],
}

/** The initial schemes of schools. Marks and bands differ by district and year, so schools can change them. */
export const schemeSeeds: readonly SchemeSeed[] = [
  {
    name: '高中 3+1+2（五等级赋分）',
    level: 'senior',
    choice: '3+1+2',
    assign: 'bands',
    assignBands: five,
    subjects: [
      ...main,
      ['WL', 'first', 100],
      ['LS', 'first', 100],
      ['HX', 'second', 100, true],
      ['SW', 'second', 100, true],
      ['ZZ', 'second', 100, true],
      ['DL', 'second', 100, true],
    ],
    bands,
    lines: seniorLines,
  },
  {
    name: '高中 3+3（八等级赋分）',
    level: 'senior',
    choice: '3+3',
    assign: 'bands',
    assignBands: eight,
    subjects: [...main, ...chosen(['WL', 'HX', 'SW', 'ZZ', 'LS', 'DL'])],
    bands,
    lines: seniorLines,
  },
  {
    name: '高中 3+3（二十一等级赋分，七选三）',
    level: 'senior',
    choice: '3+3',
    assign: 'bands',
    assignBands: grades,
    subjects: [...main, ...chosen(['WL', 'HX', 'SW', 'ZZ', 'LS', 'DL', 'JS'])],
    bands,
    lines: seniorLines,
  },
  {
    ...raw,
    name: '初中学业水平考试',
    level: 'junior',
    subjects: [
      ['YW', 'required', 120],
      ['SX', 'required', 120],
      ['YY', 'required', 120],
      ['WL', 'required', 100],
      ['HX', 'required', 100],
      ['DF', 'required', 100],
      ['LS', 'required', 100],
    ],
    lines: juniorLines,
  },
  {
    ...raw,
    name: '小学期末质量监测',
    level: 'primary',
    subjects: [
      ['YW', 'required', 100],
      ['SX', 'required', 100],
      ['YY', 'required', 100],
    ],
  },
]

function chosen(codes: readonly string[]): SeedSubject[] {
  return codes.map((code) => [code, 'second', 100, true])
}
