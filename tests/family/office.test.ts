import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { ownLinks, seenLinks, startFamilies } from '../support/families.ts'
import { addOfficer } from '../support/officer.ts'

test('a school takes links away in its data scope, finds them, sees their history, and brings none back', async () => {
  const product = await startFamilies()
  // A school takes a link away at once, in its own data scope alone.
  {
    const { mother, li, link, eastOfficer, westOfficer, links } = product
    const id = await link(mother, li)
    const path = `/adminApi/guardian/del?ids[]=${id}`
    expect((await westOfficer('DELETE', path)).code).toBe(404)
    expect((await eastOfficer('DELETE', path)).code).toBe(200)
    expect(await links()).toEqual([])
    expect(await ownLinks(mother)).toEqual([])
  }
  await product.db.execute(sql`delete from guardian`)
  // A link that was taken away comes back by a new code alone.
  {
    const { mother, li, link, call, links } = product
    const ways = [
      (id: number) => call('DELETE', `/adminApi/guardian/del?ids[]=${id}`),
      (id: number) => mother('POST', '/api/family/revoke', { id }),
    ]
    for (const takeAway of ways) {
      const id = await link(mother, li)
      const gone = await takeAway(id)
      expect(gone.code).toBe(200)
      // No screen offers what the call refuses.
      if (gone.data !== null) expect(gone).toMatchObject({ data: { changeSetId: null } })
      const history = await call('GET', `/adminApi/guardian/history?id=${id}`)
      const [{ changeSetId, undoable } = { changeSetId: 0, undoable: true }] = (
        history.data as { list: { changeSetId: number; undoable: boolean }[] }
      ).list
      expect(undoable).toBe(false)
      expect(await call('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({
        code: 422,
        msg: m.error_undoNotOffered({ title: 'Family account' }, { locale: 'en' }),
      })
      expect(await links()).toEqual([])
    }
  }
  await product.db.execute(sql`delete from guardian`)
  // The history of a link stays in the data scope of the pupil, also when the link is gone.
  {
    const { mother, li, link, eastOfficer, westOfficer } = product
    const id = await link(mother, li)
    const history = (by: typeof mother) => by('GET', `/adminApi/guardian/history?id=${id}`)
    expect((await history(eastOfficer)).code).toBe(200)
    expect((await history(westOfficer)).code).toBe(404)
    await mother('POST', '/api/family/revoke', { id })
    const told = await history(eastOfficer)
    expect(told.code).toBe(200)
    expect(JSON.stringify(told.data)).toContain('"mother"')
    expect((await history(westOfficer)).code).toBe(404)
  }
  await product.db.execute(sql`delete from guardian`)
  // Who only reads the list takes nothing away, and nobody adds, edits, imports or restores.
  {
    const api = product
    const { mother, motherId, li, link, links, call, eastOfficer } = api
    const id = await link(mother, li)
    await addOfficer(api, { username: 'reader', nodes: ['baseInfo/guardian/index'], scope: 'all' })
    const reader = await api.signIn('admin', 'reader')
    const list = await eastOfficer('GET', '/adminApi/guardian/index')
    // The school knows whom it has linked, also a member of no organization.
    expect(list).toMatchObject({ data: { labels: { accountId: { [motherId]: 'Wang Fang (mother)' } } } })
    expect(await seenLinks(reader)).toHaveLength(1)
    expect((await reader('DELETE', `/adminApi/guardian/del?ids[]=${id}`)).code).toBe(403)
    for (const action of ['add', 'edit', 'bulkEdit', 'import', 'restore'])
      expect((await call('POST', `/adminApi/guardian/${action}`, { id })).code, action).toBe(
        action === 'edit' ? 405 : 404,
      )
    expect(await links()).toEqual(['S1 mother mother'])
  }
  await product.db.execute(sql`delete from guardian`)
  // A search finds links by pupil and by member, and filters by place and relation.
  {
    const { mother, member, li, han, link, call, east } = product
    await link(mother, li)
    await link(await member('grandpa'), han, 'grandparent')
    const found = async (query: string) => {
      const answer = await call('GET', `/adminApi/guardian/index?${query}`)
      expect(answer.code, answer.msg).toBe(200)
      return (answer.data as { list: { number: string }[] }).list.map(({ number }) => number)
    }
    const filtered = (field: string, val: unknown, operator = 'eq') =>
      found(`filter=${encodeURIComponent(JSON.stringify({ field, operator, val }))}`)
    expect(await found('quickSearch=lei')).toEqual(['S1'])
    expect(await found('quickSearch=S2')).toEqual(['S2'])
    expect(await found('quickSearch=Wang')).toEqual(['S1'])
    expect(await found('quickSearch=grandpa')).toEqual(['S2'])
    expect(await found('quickSearch=S')).toEqual(['S2', 'S1'])
    expect(await filtered('orgId', [east.id], 'WITHIN')).toEqual(['S1'])
    expect(await filtered('orgId', east.one)).toEqual(['S1'])
    expect(await filtered('relation', 'grandparent')).toEqual(['S2'])
    expect(await filtered('studentId', han)).toEqual(['S2'])
    for (const field of ['studentId', 'accountId', 'relation', 'createTime', 'updateTime'])
      expect(await found(`order=${field},asc`)).toHaveLength(2)
  }
})
