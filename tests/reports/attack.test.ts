import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { SchemeContent } from '#src/features/exam-scheme/exam-scheme.content.ts'
import { type Classes, corrected, type Plant, plantedPupils, plants } from '../support/attack/exam.ts'
import { type Leak, leaksOf } from '../support/attack/leaks.ts'
import { everybody, factsSeen, type Reader } from '../support/attack/seen.ts'
import { type Place, publishVersion } from '../support/attack/world.ts'
import { idOf } from '../support/base-info.ts'
import { addOfficer } from '../support/officer.ts'
import { random } from '../support/random.ts'
import { addCurrentTerm } from '../support/teaching.ts'
import { startReports } from './report-api.ts'

// A reader puts together all figures that are shown, of two publications, and computes what follows from them about
// pupils of others: tests/support/attack.

async function startAttack() {
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
  const readers = await readersOf()
  let number = 1
  /** Publishes an exam twice. @returns what follows from what each reader sees */
  const attack = async (seed: number, planted: readonly Plant[], names: readonly string[]) => {
    const from = random(seed)
    const scheme = from.chance(0.3) ? assigned : content
    const pupils = plantedPupils(classes, scheme, planted, from)
    const one = await publishVersion(db, exam, scheme, pupils, { number: ++number })
    const next = corrected(pupils, classes, from)
    const two = await publishVersion(db, exam, scheme, next, { number: ++number, before: one })
    const found: { reader: string; leak: Leak }[] = []
    for (const name of names) {
      const own = name.split(' then ').flatMap((key) => readers.get(key) ?? [])
      const knows: Reader['knows'] = (at, column) => own.some((reader) => reader.knows(at, column))
      const facts = []
      for (const reader of own)
        for (const { version } of [one, two]) facts.push(...(await factsSeen({ ...reader, knows }, version)))
      facts.push(everybody({ version: one.version, knows }))
      console.log(
        name,
        facts.length,
        facts.filter((f) => f.about === 'marks').length,
        facts.filter((f) => f.about === 'pupils').length,
      )
      for (const leak of leaksOf(facts, from)) found.push({ reader: name, leak })
    }
    return found
  }
  return { ...made, attack, readers }

  async function readersOf(): Promise<Map<string, Reader>> {
    const termId = await addCurrentTerm(call)
    const teacher = await addOfficer(made, {
      username: 'teacher',
      nodes: ['report/index'],
      scope: 'teaching',
      deptId: east.id,
    })
    for (const [orgId, subjectId] of [
      [east.one, maths],
      [east.two, chinese],
    ])
      idOf(await call('POST', '/adminApi/teaching/add', { accountId: teacher, orgId, subjectId, termId }))
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

function readWith(show: (query: string) => Promise<{ code: number; msg: string; data: unknown }>): Reader['read'] {
  return async (query) => {
    const { code, data } = await show(new URLSearchParams(query).toString())
    return code === 200 ? (data as Awaited<ReturnType<Reader['read']>>) : undefined
  }
}

test('explore', async () => {
  const { attack, readers } = await startAttack()
  const tally = new Map<string, number>()
  for (let seed = 1; seed <= Number(process.env.SEEDS ?? 3); seed++) {
    const planted = plants.filter((_, at) => at === seed % plants.length || at === (seed * 3 + 1) % plants.length)
    const t = Date.now()
    const found = await attack(seed, planted, [...readers.keys(), 'principal then other principal'])
    console.log(seed, planted.join(), Date.now() - t, found.length)
    for (const { reader, leak } of found) {
      const key = `${reader}: ${leak.kind}`
      tally.set(key, (tally.get(key) ?? 0) + 1)
    }
    const best = found.toSorted((a, b) => a.leak.where.length - b.leak.where.length)
    for (const { reader, leak } of best.slice(0, 12))
      console.log('   ', reader, leak.kind, leak.pupils, leak.where.join(' ; '))
  }
  console.log([...tally])
  expect(1).toBe(1)
}, 600_000)
