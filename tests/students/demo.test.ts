import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isIdNumber } from '#src/lib/id-number.ts'
import { signIn } from '../../scripts/lib/demo-client.ts'
import { loadDistrict } from '../../scripts/lib/demo-district.ts'
import { studentLines } from '../../scripts/lib/demo-people.ts'
import { startApi } from '../support/api.ts'
import { passwords } from '../support/passwords.ts'
import { serveHttp } from '../support/serve.ts'

test('the demo has 6,000 students of invented names, whose numbers are unique and belong to nobody', () => {
  const [, ...lines] = studentLines(2026)
  const numbers = lines.map((line) => line.split(',')[0] ?? '')
  expect(lines).toHaveLength(6000)
  expect(new Set(numbers).size).toBe(6000)
  expect(numbers.filter(isIdNumber)).toEqual([])
  // The same at every run, so that a second one finds everything.
  expect(studentLines(2026)).toEqual([studentLines(2026)[0], ...lines])
})

test('the demo loads its district over the contract, and a second run changes nothing', async () => {
  const { api, db, jobs } = await startApi()
  await jobs.start()
  const url = await serveHttp((request) => api.fetch(request))
  const call = await signIn({ url, client: 'admin:admin', username: 'admin', password: passwords.admin })
  const today = new Date('2026-11-01T00:00:00Z')
  const said: string[] = []
  const first = await loadDistrict(call, today, (line) => said.push(line))
  expect(first).toMatchObject({ organizations: { new: 157 }, students: { new: 6000 } })
  expect(said.at(-1)).toContain('6000 of 6000')
  const { rows } = await db.execute(sql`
    select count(distinct school_of(s.org_id))::int as schools, count(distinct s.org_id)::int as classes, count(distinct s.year_id)::int as years
    from student s join organization o on o.id = s.org_id and o.type = 'class'`)
  expect(rows).toEqual([{ schools: 12, classes: 144, years: 6 }])
  expect(await loadDistrict(call, today, () => undefined)).toMatchObject({
    organizations: { new: 0, changed: 0 },
    students: { new: 0, changed: 0, unchanged: 6000 },
  })
})
