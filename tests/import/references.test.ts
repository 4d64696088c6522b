import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organization } from '#src/db/organization.table.server.ts'
import { startImports } from '../support/imports.ts'

const head = '编码,名称,类型,上级组织,所在地区'

async function places() {
  const api = await startImports()
  const parents = async () => {
    const { rows } = await api.db.execute<{ code: string; parent: string | null; area: string | null }>(
      sql`select o.code, p.code as parent, o.area_code as area from organization o left join organization p on p.id = o.pid order by o.code`,
    )
    return Object.fromEntries(rows.map(({ code, parent, area }) => [code, [parent, area]]))
  }
  return { ...api, parents }
}

test('a reference is found in full-width signs, with signs that nobody sees, and with either brackets', async () => {
  const { bring, parents, db } = await places()
  await db.insert(organization).values([
    { code: 'DEMO-1', name: '第一小学（南校区）', type: 'school', sortKey: 'a0' },
    { code: 'Ｗ', name: '宽', type: 'school', sortKey: 'a1' },
  ])
  const { job } = await bring(
    `${head}\nC1,一班,班级,ＤＥＭＯ－１,\nC2,二班,班级,第一小学(南校区),\nC3,三班,班级,DEMO\u200b-1,\nC4,四班,班级,Ｗ,\nC5,五班,班级,ｃ６,\nc6,六,学校,,\n`,
  )
  expect(job).toMatchObject({ state: 'done', result: { counts: { new: 6 } } })
  expect(await parents()).toMatchObject({
    C1: ['DEMO-1', null],
    C2: ['DEMO-1', null],
    C3: ['DEMO-1', null],
    C4: ['Ｗ', null],
    C5: ['c6', null],
  })
})
