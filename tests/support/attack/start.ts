import { sql } from 'drizzle-orm'
import type { SchemeContent } from '#src/features/exam-scheme/exam-scheme.content.ts'
import { startReports } from '../../reports/report-api.ts'
import { idOf } from '../base-info.ts'
import { random } from '../random.ts'
import { addTeacher } from '../teaching.ts'
import { type Classes, corrected, type Plant, plantedPupils } from './exam.ts'
import { type Leak, leaksOf } from './leaks.ts'
import { everybody, factsSeen, type Reader } from './seen.ts'
import { type Place, type Pupil, publishVersion } from './world.ts'

/** The tests of a file share what is kept of runs in memory, so each run has another number. */
let number = 1

/**
 * Starts an exam of two districts with eight schools, and its readers: a principal, another one, the head of a class,
 * an officer of some schools, one of each district, and a teacher.
 */
export async function startAttack() {
  const made = await startReports()
  const { call, db, district, east, west, others, exam, chinese, maths } = made
  const add = async (values: object) => idOf(await call('POST', '/adminApi/organization/add', { status: 1, ...values }))
  const school = async (pid: number, code: string, at: number): Promise<Place> => {
    const id = await add({ pid, code, name: `${code} School`, type: 'school' })
    const own = await add({ pid: id, code: `${code}-1`, name: 'Class 1', type: 'class' })
    return { district: at, school: id, own }
  }
  const far = await add({ code: 'D2', name: 'Far', type: 'district' })
  // A part of the district with an officer of its own.
  const part = await add({ pid: district, code: 'G', name: 'Group', type: 'district' })
  const place = (at: number, id: number, own: number): Place => ({ district: at, school: id, own })
  const classes: Classes = {
    east: [place(district, east.id, east.one), place(district, east.id, east.two)],
    west: [place(district, west.id, west.one), place(district, west.id, west.two)],
    small: [
      await school(part, 'G1', district),
      await school(part, 'G2', district),
      ...others.slice(0, 2).map(({ id, one }) => place(district, id, one)),
    ],
    far: [await school(far, 'F1', far), await school(far, 'F2', far)],
  }
  await db.execute(sql`update exam set org_ids = array[${district}, ${far}]::bigint[] where id = ${exam}`)
  for (const { school: id } of [...classes.small, ...classes.far])
    await db.execute(sql`insert into exam_part (exam_id, school_id) values (${exam}, ${id}) on conflict do nothing`)
  const content: SchemeContent = {
    ...made.content,
    lines: [
      { name: 'Score', by: 'score', value: 130, subjectId: null, effective: 1 },
      { name: 'Place', by: 'place', value: 30, subjectId: null, effective: 1 },
      { name: 'Rate', by: 'percent', value: 40, subjectId: null, effective: 1 },
    ],
  }
  const assigned: SchemeContent = {
    ...content,
    subjects: content.subjects.map((one) => (one.subjectId === maths ? { ...one, assigned: 1 } : one)),
    assign: 'bands',
    assignBands: [
      { name: 'A', percent: 15, high: 100, low: 86 },
      { name: 'B', percent: 35, high: 85, low: 71 },
      { name: 'C', percent: 50, high: 70, low: 30 },
    ],
  }
  const { rows } = await db.execute<{ id: number }>(
    sql`select id::float8 as id from subject where id not in (${chinese}, ${maths}) order by id limit 1`,
  )
  const history = rows[0]?.id ?? 0
  const choice: SchemeContent = {
    ...content,
    choice: '3+1+2',
    subjects: [
      ...content.subjects.map((one) => (one.subjectId === maths ? { ...one, kind: 'first' as const } : one)),
      { subjectId: history, kind: 'first', fullMark: 100, counts: 1, assigned: 0 },
    ],
    combinations: [maths, history].map((id) => ({ name: `With ${id}`, subjectIds: [id] })),
    lines: [maths, history].map((subjectId) => ({ name: 'Place', by: 'place', value: 30, subjectId, effective: 0 })),
  }
  const readers = await readersOf()
  /** Publishes an exam twice. @param names the readers; `one then other` for whoever changes the place
   * @returns what follows from what each reader sees */
  const attack = async (seed: number, planted: readonly Plant[], names: readonly string[]) => {
    const from = random(seed)
    const scheme = from.pick([content, content, assigned, choice])
    const pupils = plantedPupils(classes, scheme, planted, from)
    const one = await publishVersion(db, exam, scheme, pupils, { number: ++number })
    const next = corrected(pupils, classes, from)
    const isChanged = scheme !== choice && from.chance(0.3)
    const changed = isChanged ? changedScheme(from.chance(0.5) ? assigned : scheme) : scheme
    const two = await publishVersion(db, exam, changed, next, { number: ++number, before: one })
    const found: { reader: string; leak: Leak }[] = []
    for (const name of names) {
      const own = name.split(' then ').flatMap((key) => readers.get(key) ?? [])
      const knows: Reader['knows'] = (at, column) => own.some((reader) => reader.knows(at, column))
      const facts = []
      for (const reader of own)
        for (const { version } of [one, two]) facts.push(...(await factsSeen({ ...reader, knows }, version)))
      facts.push(everybody({ version: one.version, knows }))
      for (const leak of leaksOf(facts, from)) {
        // What marks that are all the same tell is withheld from single readers.
        if (own.length === 1 || leak.kind === 'few') found.push({ reader: name, leak })
      }
    }
    return found
  }
  /** Publishes pupils once. */
  const publish = (pupils: readonly Pupil[]) => publishVersion(db, exam, content, pupils, { number: ++number })
  return { ...made, classes, attack, publish, readers }

  async function readersOf(): Promise<Map<string, Reader>> {
    const taught = [
      [east.one, maths],
      [east.two, chinese],
    ] as const
    await addTeacher(made, { username: 'teacher', nodes: ['report/index'], deptId: east.id, teaches: taught })
    const of = async (
      username: string,
      scope: 'orgBelow' | 'org',
      deptId: number,
      own: readonly Place[],
      units: string[] = [],
    ) => {
      const { show } = await made.reader(username, scope, deptId)
      const ids = new Set(own.map((one) => one.own))
      return [username, { read: readWith(show), knows: (id: number) => ids.has(id), units }] as const
    }
    const teaches = made.readerOf(await made.signIn('admin', 'teacher'))
    const { east: eastern, west: western, small, far: farther } = classes
    return new Map<string, Reader>([
      await of('principal', 'orgBelow', east.id, eastern, [`class-${east.one}`]),
      await of('other principal', 'orgBelow', west.id, western),
      await of('head', 'org', east.one, eastern.slice(0, 1)),
      await of(
        'group',
        'orgBelow',
        part,
        small.slice(0, 2),
        small.slice(0, 2).map((one) => `school-${one.school}`),
      ),
      await of('officer', 'orgBelow', district, [...eastern, ...western, ...small], [`school-${east.id}`]),
      await of('far officer', 'orgBelow', far, farther, [`school-${farther[0]?.school}`]),
      [
        'teacher',
        {
          read: readWith(teaches.show),
          knows: (id, column) =>
            (id === east.one && column.endsWith(`-${maths}`)) || (id === east.two && column === `raw-${chinese}`),
          units: [`class-${east.two}`],
        },
      ],
    ])
  }
}

const changedScheme = (scheme: SchemeContent): SchemeContent => ({
  ...scheme,
  lines: scheme.lines.map((one) => ({ ...one, value: one.value + 1 })),
})

function readWith(show: (query: string) => Promise<{ code: number; msg: string; data: unknown }>): Reader['read'] {
  return async (query) => {
    const { code, data } = await show(new URLSearchParams(query).toString())
    return code === 200 ? (data as Awaited<ReturnType<Reader['read']>>) : undefined
  }
}
