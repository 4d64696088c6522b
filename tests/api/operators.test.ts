import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { takesList, takesRange } from '#src/crud/query/operator-text.ts'
import type { Field } from '#src/resource/description.ts'
import { operatorsOf } from '#src/resource/field-traits.ts'
import { type Operator, operators } from '#src/resource/operators.ts'
import type { ListAnswer } from '#src/server/list/list.server.ts'
import { startApi } from '../support/api.ts'
import { description, full, table } from '../support/exam-room.ts'

// Seam: as a constant the description has wider types. The API checks it when it is sent.
const fields = description.fields as unknown as readonly Field[]
const offered = fields.flatMap((field) => operatorsOf(field).map((operator) => [field, operator] as const))

/** A filter value as the filter panel sends it. */
function valueFor({ name, type }: Field, operator: Operator): unknown {
  if (operator === 'NULL' || operator === 'NOT NULL') return ''
  const stored = (full as Record<string, unknown>)[name] ?? 1
  const one = type === 'datetime' ? '2026-01-01' : Array.isArray(stored) ? stored[0] : stored
  if (takesRange(operator)) return [one, '']
  return takesList(operator) ? [one] : one
}

test('every operator is offered, each field those that fit it, and the list takes every one of them', async () => {
  const { db, signIn } = await startApi()
  for (const statement of table.split(';\n')) await db.execute(sql.raw(statement))
  const call = await signIn()
  await call('POST', '/adminApi/resource/add', { tableName: 'res_exam_room', scopeField: null, description })
  expect(await call('POST', '/adminApi/exam-room/add', full)).toMatchObject({ code: 200 })
  expect(await call('POST', '/adminApi/exam-room/add', { name: 'Empty' })).toMatchObject({ code: 200 })
  expect(new Set(offered.map(([, operator]) => operator))).toEqual(new Set(operators))
  // No filter applies to a password or to the table inside a row.
  const asked = fields.map(({ type }) => type).filter((type) => type !== 'password' && type !== 'rows')
  expect(new Set(offered.map(([field]) => field.type))).toEqual(new Set(asked))
  const found = await Promise.all(
    offered.map(async ([field, operator]) => {
      const filter = JSON.stringify({ field: field.name, operator, val: valueFor(field, operator) })
      const answer = await call('GET', `/adminApi/exam-room/index?filter=${encodeURIComponent(filter)}`)
      return [`${field.name} ${operator}`, answer.code, (answer.data as ListAnswer).list?.length] as const
    }),
  )
  expect(found.filter(([, code]) => code !== 200)).toEqual([])
  const count = (name: string) => found.find(([one]) => one === name)?.[2]
  // An empty value is found by NULL. It equals nothing, and "not equal" finds it too.
  for (const name of ['seats', 'marks', 'facts', 'icon', 'photos', 'plan', 'about', 'builtOn', 'kind', 'uses']) {
    expect([name, count(`${name} NULL`), count(`${name} NOT NULL`)]).toEqual([name, 1, 1])
  }
  expect([count('price ne'), count('price eq'), count('price gt'), count('price RANGE')]).toEqual([1, 1, 0, 1])
})
