import { expect, test } from 'vitest'
import { idOf, rowOf } from '../support/base-info.ts'
import { addOfficer } from '../support/officer.ts'
import { seenBy, startTeaching } from '../support/teaching.ts'

test('an assignment is to a class, once, and is named by teacher, subject and class', async () => {
  const { call, east, assign, teacher, terms } = await startTeaching()
  const { id } = await teacher('li', east.id)
  expect(await assign(id, east.id)).toMatchObject({ code: 422, data: { errors: { orgId: ['Choose a class'] } } })
  const added = idOf(await assign(id, east.one))
  expect(await rowOf(call, 'teaching', added)).toMatchObject({ schoolId: east.id, title: 'li · 语文 · Class 1' })
  const again = { subjectId: ['The teacher already teaches this subject in this class in the term'] }
  expect(await assign(id, east.one)).toMatchObject({ code: 422, data: { errors: again } })
  const other = idOf(await assign(id, east.two))
  expect(await call('POST', '/adminApi/teaching/edit', { id: other, orgId: east.one })).toMatchObject({ code: 422 })
  expect((await call('POST', '/adminApi/teaching/edit', { id: other, termId: terms.next })).code).toBe(200)
})

test('a teacher of another school is written, and told about', async () => {
  const { east, west, assign, teacher } = await startTeaching()
  const { id } = await teacher('li', east.id)
  expect((await assign(id, east.one)).data).not.toHaveProperty('warnings')
  expect(await assign(id, west.one)).toMatchObject({
    code: 200,
    data: { warnings: [{ field: 'accountId', text: 'The teacher’s department is in another school (East School)' }] },
  })
})

test('the quick search finds assignments by teacher, class and subject', async () => {
  const { call, east, west, assign, teacher } = await startTeaching()
  const [li, wang] = [await teacher('li', east.id), await teacher('wang', west.id)]
  idOf(await assign(li.id, east.one))
  idOf(await assign(wang.id, west.two))
  const found = async (words: string) => {
    const { data } = await call('GET', `/adminApi/teaching/index?quickSearch=${encodeURIComponent(words)}`)
    return (data as { list: { accountId: number }[] }).list.map(({ accountId }) => accountId)
  }
  expect(await found('wang')).toEqual([wang.id])
  expect(await found('Class 1')).toEqual([li.id])
  expect((await found('语文')).toSorted()).toEqual([li.id, wang.id].toSorted())
  expect(await found('语文 W-2')).toEqual([wang.id])
  expect(await found('数学')).toEqual([])
})

test('what assignments use is kept, and the message names them; deleted ones are found by no word', async () => {
  const { call, east, assign, teacher, terms } = await startTeaching()
  const { id } = await teacher('li', east.id)
  const added = idOf(await assign(id, east.one))
  expect(await call('DELETE', `/adminApi/term/del?ids[]=${terms.current}`)).toMatchObject({
    code: 409,
    msg: expect.stringContaining('li · 语文 · Class 1'),
  })
  expect((await call('GET', '/adminApi/user/changes')).code).toBe(200)
  await call('DELETE', `/adminApi/teaching/del?ids[]=${added}`)
  const deleted = async (words: string) => {
    const { data } = await call('GET', `/adminApi/teaching/deleted?quickSearch=${words}`)
    return (data as { list: { id: number }[] }).list.map((row) => row.id)
  }
  expect(await deleted('')).toEqual([added])
  expect(await deleted('li')).toEqual([])
  expect((await call('GET', '/adminApi/user/changes')).code).toBe(200)
})

test('the assignments of a term are copied once, as one action that is undone', async () => {
  const { call, east, west, assign, teacher, terms } = await startTeaching()
  const [li, wang] = [await teacher('li', east.id), await teacher('wang', west.id)]
  idOf(await assign(li.id, east.one))
  idOf(await assign(li.id, east.two))
  idOf(await assign(wang.id, west.one))
  idOf(await assign(li.id, east.one, { termId: terms.next }))
  const copy = (body: object) => call('POST', '/adminApi/teaching/copy', body)
  const copied = await copy({ fromId: terms.current, toId: terms.next })
  expect(copied).toMatchObject({
    code: 200,
    msg: 'Copied 2 assignments. 1 was there already.',
    data: { count: 2, existing: 1, left: 0 },
  })
  expect(await seenBy(call, 'teaching', 'termId')).toHaveLength(6)
  expect(await copy({ fromId: terms.current, toId: terms.next })).toMatchObject({
    msg: 'There was nothing to copy. 3 were there already.',
    data: { count: 0, existing: 3, changeSetId: null },
  })
  const { changeSetId } = copied.data as { changeSetId: number }
  expect(await call('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ data: { removed: 2 } })
  expect(await seenBy(call, 'teaching', 'termId')).toHaveLength(4)
  expect(await copy({ fromId: terms.next, toId: terms.next })).toMatchObject({
    code: 422,
    data: { errors: { toId: ['Choose another term'] } },
  })
  expect(await copy({ fromId: 999, toId: terms.next })).toMatchObject({ code: 422 })
})

test('a copy leaves out teachers who are locked, or whom the user does not see, and classes beyond the scope', async () => {
  const api = await startTeaching()
  const { call, east, west, assign, teacher, terms } = api
  const [li, wang, old] = [await teacher('li', east.id), await teacher('wang', west.id), await teacher('old', east.id)]
  idOf(await assign(li.id, east.one))
  idOf(await assign(wang.id, east.one))
  idOf(await assign(old.id, east.two))
  idOf(await assign(li.id, west.one))
  await call('POST', '/adminApi/user/edit', { id: old.id, status: 0 })
  await addOfficer(api, {
    username: 'head',
    nodes: ['baseInfo/teaching/index', 'baseInfo/teaching/add'],
    scope: 'orgBelow',
    deptId: east.id,
  })
  const caller = await api.signIn('admin', 'head')
  expect(await caller('POST', '/adminApi/teaching/copy', { fromId: terms.current, toId: terms.next })).toMatchObject({
    code: 200,
    msg: 'Copied 1 assignment. 2 were left out: their teachers or classes cannot be assigned.',
    data: { count: 1, existing: 0, left: 2 },
  })
})

test('a new assignment begins with the current term', async () => {
  const { call, terms } = await startTeaching()
  expect((await call('GET', '/adminApi/teaching/current')).data).toEqual({ id: terms.current })
  await call('POST', '/adminApi/term/edit', { id: terms.current, status: 0 })
  expect((await call('GET', '/adminApi/teaching/current')).data).toEqual({ id: null })
})
