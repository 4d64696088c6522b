import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { randomPassword } from '#src/lib/random-text.ts'
import type { Node } from '#src/resource/registry.ts'
import { type Call, rowsOf } from './demo-client.ts'
import { DISTRICT, schoolYearOf } from './demo-district.ts'
import { bring } from './demo-import.ts'
import { classesOf, type DemoSchool, demoSchools, inventedName, numbersFrom } from './demo-people.ts'

const saved = v.object({ id: v.number() })
const silent = () => undefined

const reading = [
  'dashboard',
  'baseInfo/organization/index',
  'baseInfo/student/index',
  'baseInfo/teaching/index',
  'exam/exam/index',
  'exam/candidate/index',
  'exam/data/index',
  'report/index',
] as const satisfies readonly Node[]

type DemoRole = { name: string; scope: 'orgBelow' | 'teaching'; nodes: readonly Node[] }

/** The roles of the demo: whoever works in the district, leads a school, or teaches. */
const roles = {
  office: {
    name: '示范区教育局业务员',
    scope: 'orgBelow',
    nodes: [
      ...reading,
      'baseInfo/term/index',
      'exam/exam/add',
      'exam/exam/edit',
      'exam/exam/roster',
      'exam/exam/lock',
      'exam/exam/publish',
      'exam/data/submit',
      'exam/param/index',
      'exam/param/edit',
    ],
  },
  head: {
    name: '示范区校长',
    scope: 'orgBelow',
    nodes: [...reading, 'exam/candidate/pupil', 'report/note', 'exam/data/enter', 'exam/data/submit'],
  },
  teacher: {
    name: '示范区任课教师',
    scope: 'teaching',
    nodes: [...reading, 'exam/candidate/pupil', 'exam/data/enter'],
  },
} as const satisfies Record<string, DemoRole>

/** The subjects that teachers teach, by level. */
const subjects = { junior: 'YW SX YY WL HX DF LS DL SW', senior: 'YW SX YY WL HX SW ZZ LS DL' } as const

export type LoadedStaff = {
  accounts: number
  assignments: number
  terms: number
  /** The accounts that have a password and were added now. */
  known: string[]
}

/**
 * Loads who works in the invented district: roles, accounts, the terms of three school years, and who teaches what in
 * the current one. Three accounts get a password; the others have none until somebody activates them. The password is
 * said as soon as an account has it: whoever stops the demo later has seen it.
 */
export async function loadStaff(
  call: Call,
  today: Date,
  say: (line: string) => void,
  schools: readonly DemoSchool[] = demoSchools,
): Promise<LoadedStaff> {
  const schoolYear = schoolYearOf(today)
  const rules = await rowsOf(call, 'rule', v.object({ id: v.number(), name: v.string() }))
  const ids = new Map(rules.map(({ name, id }) => [name, id]))
  const roleIds = {
    office: await roleOf(call, roles.office, ids),
    head: await roleOf(call, roles.head, ids),
    teacher: await roleOf(call, roles.teacher, ids),
  }
  const terms = await addTerms(call, schoolYear)
  const known = await addKnown(call, roleIds, schools, say)
  const staff = teachersOf(schools)
  const accounts = await bring(call, 'user', accountLines(staff, schools), silent, { addOnly: true, proven: true })
  const assignments = await bring(call, 'teaching', teachingLines(staff, schoolYear), silent)
  return { accounts: accounts.new, assignments: assignments.new, terms, known }
}

/** A role is found by its name. One that the site has changed stays as it is. */
async function roleOf(call: Call, { name, scope, nodes }: DemoRole, ids: ReadonlyMap<string, number>): Promise<number> {
  const condition = { field: 'name', operator: 'eq', val: name }
  const [found] = await rowsOf(call, 'role', v.object({ id: v.number() }), condition)
  if (found) return found.id
  const names = new Set(
    nodes.flatMap((node) => node.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))),
  )
  const body = {
    name,
    scope,
    pid: null,
    organizationIds: [],
    ruleIds: [...names].flatMap((one) => ids.get(one) ?? []),
    note: '虚构数据 synthetic',
    status: 1,
  }
  return (await call(saved, { method: 'POST', path: '/adminApi/role/add', body, key: randomUUID(), proven: true })).id
}

/** Adds the terms that have no day in common with those that are there. @returns how many */
async function addTerms(call: Call, schoolYear: number): Promise<number> {
  const days = v.object({ since: v.string(), until: v.string() })
  const known = await rowsOf(call, 'term', days)
  let added = 0
  for (const year of [schoolYear - 2, schoolYear - 1, schoolYear]) {
    // Named like everything else in the district: the usual name would be in the language of these calls.
    for (const [number, name, since, until] of [
      [1, `${year}-${year + 1} 学年第一学期`, `${year}-09-01`, `${year + 1}-01-31`],
      [2, `${year}-${year + 1} 学年第二学期`, `${year + 1}-02-10`, `${year + 1}-07-10`],
    ] as const) {
      if (known.some((one) => one.since <= until && one.until >= since)) continue
      const body = { schoolYear: year, number, name, since, until, status: 1 }
      await call(saved, { method: 'POST', path: '/adminApi/term/add', body, key: randomUUID() })
      added++
    }
  }
  return added
}

/** An officer of the district, a head and a teacher, who can sign in at once. */
async function addKnown(
  call: Call,
  roleIds: Record<keyof typeof roles, number>,
  schools: readonly DemoSchool[],
  say: (line: string) => void,
): Promise<string[]> {
  const password = randomPassword()
  const organizationRow = v.object({ id: v.number(), code: v.string() })
  const places = new Map<string, number>()
  const [first] = schools
  for (const val of [DISTRICT.code, first?.code ?? '']) {
    const found = await rowsOf(call, 'organization', organizationRow, { field: 'code', operator: 'eq', val })
    for (const { id, code } of found) places.set(code, id)
  }
  const usernames: string[] = []
  const next = numbersFrom(3)
  for (const [username, role, code] of [
    ['ysd_office', 'office', DISTRICT.code],
    ['ysd_head', 'head', first?.code ?? ''],
    ['ysd_teacher', 'teacher', first?.code ?? ''],
  ] as const) {
    const name = inventedName(next, next(2) > 0)
    const condition = { field: 'username', operator: 'eq', val: username }
    const [found] = await rowsOf(call, 'user', v.object({ id: v.number() }), condition)
    if (found) {
      say(`${username} is there already. Its password was shown when it was added; Users gives it another one.`)
      continue
    }
    const body = {
      username,
      name,
      nickname: name,
      deptId: places.get(code),
      roleIds: [roleIds[role]],
      password,
      status: 1,
    }
    await call(saved, { method: 'POST', path: '/adminApi/user/add', body, key: randomUUID(), proven: true })
    usernames.push(username)
    say(`${username} can sign in with the password ${password}.`)
  }
  return usernames
}

type DemoTeacher = { username: string; name: string; school: DemoSchool; grade: number; subject: string }

/** A teacher for each subject and grade of a school. The first one can sign in at once. */
function teachersOf(schools: readonly DemoSchool[]): DemoTeacher[] {
  const next = numbersFrom(7)
  return schools.flatMap((school, at) =>
    [1, 2, 3].flatMap((grade) =>
      subjects[school.level].split(' ').map((subject, place): DemoTeacher => {
        const usual = `${school.code.replace('-', '')}_${subject}${grade}`.toLowerCase()
        const username = at === 0 && grade === 1 && place === 0 ? 'ysd_teacher' : usual
        return { username, name: inventedName(next, next(2) > 0), school, grade, subject }
      }),
    ),
  )
}

/** The accounts without a password: heads, and teachers. */
function accountLines(staff: readonly DemoTeacher[], schools: readonly DemoSchool[]): string[] {
  const next = numbersFrom(5)
  const heads = schools
    .slice(1)
    .map(({ code }) => [
      `${code.replace('-', '')}_head`.toLowerCase(),
      inventedName(next, next(2) > 0),
      code,
      roles.head.name,
    ])
  const teachers = staff
    .filter(({ username }) => username !== 'ysd_teacher')
    .map(({ username, name, school }) => [username, name, school.code, roles.teacher.name])
  return ['用户名,姓名,部门,角色', ...[...heads, ...teachers].map((cells) => cells.join())]
}

/** Each teacher teaches the four classes of the grade. */
function teachingLines(staff: readonly DemoTeacher[], schoolYear: number): string[] {
  return [
    '任课教师,学校,班级,学科',
    ...staff.flatMap(({ username, school, grade, subject }) =>
      classesOf(school, schoolYear)
        .filter(({ entry }) => entry === schoolYear - grade + 1)
        .map(({ code }) => [username, school.code, code, subject].join()),
    ),
  ]
}
