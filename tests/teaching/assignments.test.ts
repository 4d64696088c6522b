import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { idOf, rowOf } from '../support/base-info.ts'
import { addOfficer } from '../support/officer.ts'
import { seenBy, startTeaching } from '../support/teaching.ts'

async function staff() {
  const api = await startTeaching()
  const { east, west, teacher } = api
  return { ...api, li: await teacher('li', east.id), wang: await teacher('wang', west.id) }
}

test('assignments: what they are, how they are found, kept and copied, and with which term they begin', async () => {
  const product = await staff()
  // What assignments use is kept, and the message names them; deleted ones are found by no word.
  {
    const { call, east, assign, terms } = product
    const { id } = product.li
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
  }
  await product.db.execute(sql`delete from teaching`)
  // An assignment is to a class, once, and is named by teacher, subject and class.
  {
    const { call, east, assign, terms } = product
    const { id } = product.li
    expect(await assign(id, east.id)).toMatchObject({ code: 422, data: { errors: { orgId: ['Choose a class'] } } })
    const added = idOf(await assign(id, east.one))
    expect(await rowOf(call, 'teaching', added)).toMatchObject({ schoolId: east.id, title: 'li · 语文 · Class 1' })
    const again = { subjectId: ['The teacher already teaches this subject in this class in the term'] }
    expect(await assign(id, east.one)).toMatchObject({ code: 422, data: { errors: again } })
    const other = idOf(await assign(id, east.two))
    expect(await call('POST', '/adminApi/teaching/edit', { id: other, orgId: east.one })).toMatchObject({ code: 422 })
    expect((await call('POST', '/adminApi/teaching/edit', { id: other, termId: terms.next })).code).toBe(200)
  }
  await product.db.execute(sql`delete from teaching`)
  // A teacher of another school is written, and told about.
  {
    const { east, west, assign } = product
    const { id } = product.li
    expect((await assign(id, east.one)).data).not.toHaveProperty('warnings')
    expect(await assign(id, west.one)).toMatchObject({
      code: 200,
      data: { warnings: [{ field: 'accountId', text: 'The teacher’s department is in another school (East School)' }] },
    })
  }
  await product.db.execute(sql`delete from teaching`)
  // The quick search finds assignments by teacher, class and subject.
  {
    const { call, east, west, assign } = product
    const { li, wang } = product
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
  }
  await product.db.execute(sql`delete from teaching`)
  // The assignments of a term are copied once, as one action that is undone.
  {
    const { call, east, west, assign, terms } = product
    const { li, wang } = product
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
  }
  await product.db.execute(sql`delete from teaching`)
  // A copy leaves out teachers who are locked, or whom the user does not see, and classes beyond the scope.
  {
    const api = product
    const { call, east, west, assign, teacher, terms } = api
    const { li, wang } = product
    const old = await teacher('old', east.id)
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
  }
  await product.db.execute(sql`delete from teaching`)
  // A new assignment begins with the current term.
  {
    const { call, terms } = product
    expect((await call('GET', '/adminApi/teaching/current')).data).toEqual({ id: terms.current })
    await call('POST', '/adminApi/term/edit', { id: terms.current, status: 0 })
    expect((await call('GET', '/adminApi/teaching/current')).data).toEqual({ id: null })
  }
})
