import { schoolYearOf } from './demo-district.ts'
import type { DemoSchool } from './demo-people.ts'

/** An exam of one student year of the demo. */
export type PlannedExam = {
  name: string
  level: DemoSchool['level']
  levelName: string
  /** The year in which its pupils have entered. */
  entry: number
  since: string
  until: string
  /** School years since the entry. */
  years: number
  /** Which of the schemes of its level it uses: how many school years it examines. */
  scheme: number
}

const levels = [
  { level: 'junior', levelName: '初中' },
  { level: 'senior', levelName: '高中' },
] as const

/** Two exams in autumn: what pupils bring along when a school year begins, and its first months. */
const sittings = [
  { month: 9, title: '9月摸底', past: 0 },
  { month: 11, title: '11月期中', past: 0.2 },
] as const

/**
 * The exams of the three student years that are at school, two in each of their school years: those that are over. In
 * the first weeks of a school year there are fewer.
 */
export function plannedExams(today: Date): PlannedExam[] {
  const schoolYear = schoolYearOf(today)
  const last = today.toISOString().slice(0, 10)
  const years = [schoolYear - 2, schoolYear - 1, schoolYear]
  return years
    .flatMap((year) =>
      sittings.flatMap((sitting) =>
        levels.flatMap((level) =>
          years.filter((entry) => entry <= year).map((entry) => examOf(level, entry, year, sitting)),
        ),
      ),
    )
    .filter(({ until }) => until < last)
}

function examOf(
  { level, levelName }: (typeof levels)[number],
  entry: number,
  year: number,
  { month, title, past }: (typeof sittings)[number],
): PlannedExam {
  const day = (date: number) => `${year}-${String(month).padStart(2, '0')}-${date}`
  const taught = year - entry + (month === 11 ? 1 : 0)
  return {
    name: `${levelName}${entry}级 ${year}年${title}（虚构数据 synthetic）`,
    level,
    levelName,
    entry,
    since: day(18),
    until: day(19),
    years: year - entry + past,
    // Seniors have the same subjects in their last two years.
    scheme: level === 'senior' ? Math.min(2, taught) : taught,
  }
}
