import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Call } from './demo-client.ts'
import { begun, endOfJob } from './demo-job.ts'
import { classesOf, demoSchools, studentLines } from './demo-people.ts'

const DISTRICT = { code: 'YSD', name: '示范区教育局（虚构数据）' }

const sent = v.object({
  id: v.number(),
  sheet: v.number(),
  header: v.number(),
  mode: v.string(),
  columns: v.array(v.object({ field: v.nullable(v.string()) })),
  keys: v.object({ proposed: v.array(v.string()) }),
})
const counted = v.object({ counts: v.object({ new: v.number(), changed: v.number(), unchanged: v.number() }) })
export type Counted = v.InferOutput<typeof counted>['counts']

/**
 * Loads an invented district: 12 schools with 144 classes and 6,000 students, over the contract, with the imports that
 * users have. What is there already stays as it is.
 * @param today decides the school year
 */
export async function loadDistrict(call: Call, today: Date, say: (line: string) => void) {
  const schoolYear = today.getFullYear() - (today.getMonth() < 8 ? 1 : 0)
  const organizations = await bring(call, 'organization', organizationLines(schoolYear), say)
  const students = await bring(call, 'student', studentLines(schoolYear), say)
  return { organizations, students }
}

function organizationLines(schoolYear: number): string[] {
  return [
    '上级机构,机构代码,机构名称,机构类型,学段',
    `,${DISTRICT.code},${DISTRICT.name},区县,"初中、高中"`,
    ...demoSchools.flatMap((school) => [
      [DISTRICT.code, school.code, school.name, '学校', school.levelName].join(),
      ...classesOf(school, schoolYear).map(({ code, name }) =>
        [school.code, code, name, '班级', school.levelName].join(),
      ),
    ]),
  ]
}

/** Imports a CSV as a user does: sends it, takes what the product proposes, and runs it. */
async function bring(call: Call, key: 'organization' | 'student', lines: string[], say: (line: string) => void) {
  const { id, sheet, header, mode, columns, keys } = await call(sent, {
    method: 'POST',
    path: `/adminApi/${key}/import`,
    query: { name: `${key}.csv` },
    content: lines.join('\n'),
    key: randomUUID(),
  })
  const plan = { sheet, header, mode, mapping: columns.map(({ field }) => field), keys: keys.proposed }
  const { job } = await call(begun, {
    method: 'POST',
    path: `/adminApi/${key}/importRun`,
    body: { id, plan, skipRefused: false, acceptWarnings: true },
    key: randomUUID(),
  })
  return v.parse(counted, await endOfJob(call, job, say)).counts
}
