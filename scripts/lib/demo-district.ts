import type { Call } from './demo-client.ts'
import { bring } from './demo-import.ts'
import { classesOf, type DemoSchool, demoSchools, studentLines } from './demo-people.ts'

export const DISTRICT = { code: 'YSD', name: '示范区教育局（虚构数据）' }

/**
 * Loads an invented district: 12 schools with 144 classes and 6,000 students, over the contract, with the imports that
 * users have. What is there already stays as it is.
 * @param today decides the school year
 */
export async function loadDistrict(
  call: Call,
  today: Date,
  say: (line: string) => void,
  schools: readonly DemoSchool[] = demoSchools,
) {
  const schoolYear = schoolYearOf(today)
  const organizations = await bring(call, 'organization', organizationLines(schoolYear, schools), say)
  const students = await bring(call, 'student', studentLines(schoolYear, schools), say)
  return { organizations, students }
}

/** The calendar year in which the school year of a day has begun. */
export function schoolYearOf(day: Date): number {
  return day.getFullYear() - (day.getMonth() < 8 ? 1 : 0)
}

function organizationLines(schoolYear: number, schools: readonly DemoSchool[]): string[] {
  return [
    '上级机构,机构代码,机构名称,机构类型,学段',
    `,${DISTRICT.code},${DISTRICT.name},区县,"初中、高中"`,
    ...schools.flatMap((school) => [
      [DISTRICT.code, school.code, school.name, '学校', school.levelName].join(),
      ...classesOf(school, schoolYear).map(({ code, name }) =>
        [school.code, code, name, '班级', school.levelName].join(),
      ),
    ]),
  ]
}
