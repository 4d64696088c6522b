import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { description, fields, table, text } from '../support/exam-room.ts'
import { importer, startImports } from '../support/imports.ts'

/** More than any number of names that an export could keep in memory for a start. */
const MANY = 20_500

type Api = Awaited<ReturnType<typeof startImports>>

async function exported(api: Api, resource: string, query: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${api.call.tokens.access_token}`, 'accept-language': 'en' }
  const response = await api.api.request(`/adminApi/${resource}/export?${query}`, { headers })
  if (response.status !== 200) throw new Error(await response.text())
  return Buffer.from(await response.arrayBuffer())
}

const key = sql`'a' || lpad(n::text, 6, '0') || '5'`

/** Districts. Their history is not recorded, because it would take most of the time. */
async function districts({ db }: Api): Promise<void> {
  await db.execute(sql`alter table organization disable trigger z_record`)
  await db.execute(sql`
    insert into organization (code, name, type, sort_key) select 'D' || n, 'District ' || n, 'district', ${key} from generate_series(1, ${MANY}) n`)
}

test('a list of related rows is written by name, whatever the number of names', async () => {
  const api = await startImports()
  await districts(api)
  for (const statement of table.split(';\n')) await api.db.execute(sql.raw(statement))
  await api.db.execute(sql`alter table res_exam_room add column org_ids bigint[] not null default '{}'`)
  const many = { name: 'orgIds', type: 'relation', label: text('Guests'), resource: 'organization', multiple: true }
  const stored = await api.call('POST', '/adminApi/resource/add', {
    tableName: 'res_exam_room',
    description: { ...description, fields: [...fields, many] },
  })
  expect(stored.code).toBe(200)
  await api.db.execute(sql`update organization set name = 'With, "signs"' where code = 'D2'`)
  await api.db.execute(sql`alter table res_exam_room disable trigger user`)
  await api.db.execute(
    sql`insert into res_exam_room (name, org_ids) select 'R' || row_number() over (order by id), array[id] from organization`,
  )
  await api.db.execute(
    sql`update res_exam_room set org_ids = org_ids || (select id from organization where code = 'D9') where name = 'R1'`,
  )
  await api.db.execute(sql`alter table res_exam_room enable trigger user`)
  await api.db.execute(sql`insert into res_exam_room (name, org_ids) values ('none', '{}')`)
  const csv = (await exported(api, 'exam-room', 'format=csv&columns=name,orgIds')).toString('utf8')
  const lines = csv.split('\n')
  expect(lines).toHaveLength(MANY + 3)
  expect(lines.slice(1, MANY + 1).filter((line) => !/^R\d+,"?(District|"")/.test(line))).toEqual([])
  expect(lines).toContain('R1,"District 1, District 9"')
  expect(lines).toContain('R2,"""With, """"signs"""""""')
  expect(lines).toContain(`R${MANY},District ${MANY}`)
  expect(lines.slice(-2)).toEqual(['none,', ''])
  const { job } = await importer(api, api.call, 'exam-room').bring(`${lines.slice(0, 4).join('\n')}\n`, {
    keys: ['name'],
  })
  expect(job).toMatchObject({ result: { counts: { unchanged: 3 } } })
})

test('each organization below another one comes back as it went out', async () => {
  const api = await startImports()
  await districts(api)
  await api.db.execute(sql`
    insert into organization (code, name, type, pid, sort_key) select 'S' || n, 'School ' || n, 'school', d.id, 'a0'
    from generate_series(1, ${MANY}) n join organization d on d.code = 'D' || n`)
  const { job } = await api.bring(await exported(api, 'organization', 'format=xlsx&quickSearch=School'), {
    name: 'own.xlsx',
  })
  const counts = { new: 0, changed: 0, unchanged: MANY, skipped: 0, refused: 0 }
  expect(job).toMatchObject({ state: 'done', result: { counts, changeSetId: null } })
})
