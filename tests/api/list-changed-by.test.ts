import { expect, test } from 'vitest'
import type { ListAnswer } from '#src/server/list/list.server.ts'
import { addOrganizations } from '../support/api.ts'
import { startShelf } from '../support/shelf.ts'

test('a filter by a change set finds the rows that it has added or changed, and no others', async () => {
  const { call } = await startShelf()
  await addOrganizations(call)
  const write = async (path: string, body: object) =>
    (await call('POST', `/adminApi/shelf/${path}`, body)).data as { id: number; changeSetId: number }
  const one = await write('add', { title: 'One' })
  const two = await write('add', { title: 'Two' })
  const changed = await write('edit', { id: one.id, title: 'Eins' })
  const find = async (val: unknown, operator = 'eq', resource = 'shelf', more = '') => {
    const filter = encodeURIComponent(JSON.stringify({ field: 'changedBy', operator, val }))
    const answer = await call('GET', `/adminApi/${resource}/index?filter=${filter}${more}`)
    return answer.code === 200 ? (answer.data as ListAnswer).list.map(({ id }) => id) : answer.code
  }
  expect(await find(one.changeSetId)).toEqual([one.id])
  expect(await find(two.changeSetId)).toEqual([two.id])
  expect(await find(changed.changeSetId)).toEqual([one.id])
  // The ids of the rows are those of organizations as well.
  expect(await find(changed.changeSetId, 'eq', 'organization')).toEqual([])
  expect(await find(changed.changeSetId, 'ne')).toBe(400)
  expect(await find('x')).toBe(400)
  expect(await find([1, 2])).toBe(400)
})
