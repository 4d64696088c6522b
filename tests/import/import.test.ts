import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organization } from '#src/db/organization.table.server.ts'
import { startImports } from '../support/imports.ts'

const head = '编码,名称,类型,上级组织,学段,状态,联系电话'

test('a file is guessed, checked and imported; the rows are there with history under one change set', async () => {
  const { db, send, planOf, check, run, call } = await startImports()
  const { code, data: view } = await send(
    `${head}\nB,某市教育局,教育局（市）,,,启用,\nS1,第一小学,学校,B,小学、初中,是,13800000001\n`,
  )
  expect(code).toBe(200)
  expect(view).toMatchObject({
    header: 1,
    rows: 2,
    mode: 'both',
    keys: { proposed: ['code'], unique: [['code']] },
    earlier: null,
  })
  expect(view.columns.map((column) => column.field)).toEqual([
    'code',
    'name',
    'type',
    'pid',
    'levelIds',
    'status',
    'phone',
  ])
  const plan = planOf(view)
  const checked = await check(view.id, plan)
  expect(checked).toMatchObject({ state: 'done', result: { counts: { new: 2, changed: 0, unchanged: 0, refused: 0 } } })
  expect(await db.select().from(organization)).toEqual([])
  const done = await run(view.id, plan)
  expect(done).toMatchObject({ state: 'done', message: '2 added, 0 changed, 0 unchanged, 0 left alone, 0 refused' })
  const rows = await db.select().from(organization).orderBy(asc(organization.id))
  expect(rows).toMatchObject([
    { code: 'B', pid: null, type: 'bureau' },
    {
      code: 'S1',
      pid: rows[0]?.id,
      type: 'school',
      status: 1,
      phone: '13800000001',
      levelIds: [expect.any(Number), expect.any(Number)],
    },
  ])
  expect(rows[1]?.path).toBe(`/${rows[0]?.id}/${rows[1]?.id}/`)
  expect((await call('GET', `/adminApi/organization/importReport?id=${view.id}`)).data).toMatchObject({
    applied: { new: 2 },
    changeSetId: expect.any(Number),
  })
})
