import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { allCombinations, combinationName } from '#src/features/exam-scheme/combinations.ts'
import type { SubjectKind } from '#src/features/exam-scheme/exam-scheme.content.ts'
import { schemeSeeds } from '#src/features/exam-scheme/exam-scheme.seed-data.ts'
import { type Call, rowsOf } from './demo-client.ts'
import type { DemoSchool } from './demo-people.ts'
import { ScriptError } from './main.ts'

type Level = DemoSchool['level']
type SchemeSubject = { code: string; kind: SubjectKind; fullMark: number }

const required = (codes: string, fullMark: number): SchemeSubject[] =>
  codes.split(' ').map((code) => ({ code, kind: 'required', fullMark }))
const chosen = (codes: string, kind: SubjectKind): SchemeSubject[] =>
  codes.split(' ').map((code) => ({ code, kind, fullMark: 100 }))

/**
 * What pupils sit after so many school years: three subjects when they enter, then what they are taught. Seniors choose
 * after their first year.
 */
const papers: Readonly<Record<Level, readonly { name: string; subjects: readonly SchemeSubject[] }[]>> = {
  junior: [
    { name: '示范区初中（入学三科）', subjects: required('YW SX YY', 120) },
    { name: '示范区初中（初一七科）', subjects: [...required('YW SX YY', 120), ...required('DF LS DL SW', 100)] },
    { name: '示范区初中（初二八科）', subjects: [...required('YW SX YY', 120), ...required('WL DF LS DL SW', 100)] },
    { name: '示范区初中（初三七科）', subjects: [...required('YW SX YY', 120), ...required('WL HX DF LS', 100)] },
  ],
  senior: [
    { name: '示范区高中（入学三科）', subjects: required('YW SX YY', 150) },
    { name: '示范区高中（高一九科）', subjects: [...required('YW SX YY', 150), ...required('WL HX SW ZZ LS DL', 100)] },
    {
      name: '示范区高中（3+1+2）',
      subjects: [...required('YW SX YY', 150), ...chosen('WL LS', 'first'), ...chosen('HX SW ZZ DL', 'second')],
    },
  ],
}

/** A scheme as the exams of the demo use it. */
export type DemoScheme = {
  id: number
  subjects: readonly (SchemeSubject & { name: string })[]
  combinations: readonly { name: string; codes: readonly string[] }[]
}

const saved = v.object({ id: v.number() })
const subjectRow = v.object({ id: v.number(), code: v.string(), name: v.string() })

/** Finds or adds the schemes of a level, by how many school years of teaching they examine. */
export async function demoSchemes(call: Call, level: Level, levelId: number): Promise<DemoScheme[]> {
  const known = new Map((await rowsOf(call, 'subject', subjectRow)).map((row) => [row.code, row]))
  const schemes: DemoScheme[] = []
  for (const { name, subjects } of papers[level]) {
    const named = subjects.map((one) => {
      const found = known.get(one.code)
      if (!found) throw new ScriptError(`There is no subject with the code ${one.code}: the demo needs the usual ones.`)
      return { ...one, id: found.id, name: found.name }
    })
    const content = contentOf(level, named)
    const byId = new Map(named.map((one) => [one.id, one.code]))
    schemes.push({
      id: await publishedScheme(call, { name, levelId, ...content }),
      subjects: named,
      combinations: content.combinations.map((one) => ({
        name: one.name,
        codes: one.subjectIds.flatMap((id) => byId.get(id) ?? []),
      })),
    })
  }
  return schemes
}

/** Bands, assigned scores and lines are those of the product's own schemes. */
function contentOf(level: Level, named: readonly (SchemeSubject & { id: number; name: string })[]) {
  const usual = schemeSeeds.find((seed) => seed.level === level)
  const choice = named.some(({ kind }) => kind === 'first') ? '3+1+2' : 'none'
  const assign = choice !== 'none'
  const subjects = named.map(({ id, kind, fullMark }) => ({
    subjectId: id,
    kind,
    fullMark,
    counts: 1,
    assigned: kind === 'second' ? 1 : 0,
  }))
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return {
    choice,
    subjects,
    combinations: allCombinations({ choice, subjects }).map((subjectIds) => ({
      name: combinationName(subjectIds.map((id) => names.get(id) ?? '')),
      subjectIds,
    })),
    assign: assign ? 'bands' : 'none',
    assignBands: assign ? (usual?.assignBands ?? []) : [],
    assignFlat: 'high',
    assignZero: 'band',
    bands: usual?.bands ?? [],
    lines: usual?.lines ?? [],
    note: '',
    status: 1,
  }
}

async function publishedScheme(call: Call, content: { name: string; levelId: number }): Promise<number> {
  const row = v.object({ id: v.number(), state: v.string() })
  const condition = { field: 'name', operator: 'eq', val: content.name }
  const [found] = await rowsOf(call, 'exam-scheme', row, condition)
  const path = '/adminApi/exam-scheme'
  const id =
    found?.id ?? (await call(saved, { method: 'POST', path: `${path}/add`, body: content, key: randomUUID() })).id
  if (found === undefined || found.state === 'draft')
    await call(v.unknown(), { method: 'POST', path: `${path}/publish`, body: { id }, key: randomUUID() })
  return id
}
