import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { memberGroup } from '#src/db/identity.table.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { GROUPS, idIn, startMemberRights } from '../support/member-rights.ts'
import { addOfficer } from '../support/officer.ts'

const FIRST = '普通会员'
const form = { name: 'Parents', note: '', everything: 0, ruleIds: [], forNew: 0, status: 1 }
const taking = (field: string, text: string) => ({ code: 422, data: { errors: { [field]: [text] } } })

test('a group has rules or every rule, and the list counts its members', async () => {
  const { admin, ruleId, groupOf, move } = await startMemberRights()
  const ids = [await ruleId('account'), await ruleId('account/overview'), await ruleId('account/profile')]
  const id = idIn(await admin('POST', `${GROUPS}/add`, { ...form, ruleIds: ids }))
  await move(id)
  const { list } = (await admin('GET', `${GROUPS}/index`)).data as { list: { id: number; name: string }[] }
  expect(list.find((one) => one.id === id)).toMatchObject({ memberCount: 1, ruleCount: 2, everything: 0, forNew: 0 })
  expect(list.find((one) => one.id === id)).not.toHaveProperty('ruleIds')
  expect(list.find(({ name }) => name === FIRST)).toMatchObject({ memberCount: 0, everything: 1, forNew: 1 })
  expect((await admin('GET', `${GROUPS}/edit?id=${id}`)).data).toMatchObject({
    row: { ruleIds: ids },
    labels: { ruleIds: { [ids[2] ?? 0]: 'My profile' } },
  })
  expect(await admin('POST', `${GROUPS}/add`, form)).toMatchObject({ code: 409 })
  expect((await groupOf(FIRST))?.forNew).toBe(true)
})

test('a group grants rules of the member side alone', async () => {
  const { admin } = await startMemberRights()
  const rules = (await admin('GET', '/adminApi/rule/index?quickSearch=baseInfo/subject')).data as {
    list: { id: number }[]
  }
  const answer = await admin('POST', `${GROUPS}/add`, { ...form, ruleIds: [rules.list[0]?.id ?? 0] })
  expect(answer).toMatchObject({ code: 422, data: { errors: { ruleIds: [expect.any(String)] } } })
  const offered = (await admin('GET', `${GROUPS}/select?field=ruleIds&tree=1`)).data as { list: { hint?: string }[] }
  expect(offered.list.map(({ hint }) => hint)).toContain('account/profile')
  expect(offered.list.map(({ hint }) => hint)).not.toContain('dashboard')
})

test('one group takes the new members: another one takes it from the one before, and an undo gives it back', async () => {
  const { admin, groupOf } = await startMemberRights()
  const added = await admin('POST', `${GROUPS}/add`, { ...form, forNew: 1 })
  expect(added).toMatchObject({ code: 200 })
  expect([(await groupOf(FIRST))?.forNew, (await groupOf('Parents'))?.forNew]).toEqual([false, true])
  const { changeSetId } = added.data as { changeSetId: number }
  // New members would have no group, so somebody chooses another one first.
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 409 })
  const id = idIn(await admin('POST', `${GROUPS}/add`, { ...form, name: 'Pupils' }))
  const edited = await admin('POST', `${GROUPS}/edit`, { id, forNew: 1 })
  const undone = (edited.data as { changeSetId: number }).changeSetId
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId: undone })).toMatchObject({ code: 200 })
  expect([(await groupOf('Parents'))?.forNew, (await groupOf('Pupils'))?.forNew]).toEqual([true, false])
})

test('the group of new members is neither turned off nor deleted', async () => {
  const { admin, groupOf } = await startMemberRights()
  const id = (await groupOf(FIRST))?.id ?? 0
  const off = 'New members come into this group, so it stays on. Choose another group for them first.'
  expect(await admin('POST', `${GROUPS}/edit`, { id, status: 0 })).toMatchObject(taking('status', off))
  const without = 'One group has to take the new members. Turn this on in another group instead.'
  expect(await admin('POST', `${GROUPS}/edit`, { id, forNew: 0 })).toMatchObject(taking('forNew', without))
  expect(await admin('POST', `${GROUPS}/add`, { ...form, forNew: 1, status: 0 })).toMatchObject(taking('status', off))
  const many = await admin('POST', `${GROUPS}/bulkEdit`, { ids: [id], values: { status: 0 } })
  expect(many).toMatchObject({ code: 422, data: { refused: [{ id, msg: off }] } })
  const other = idIn(await admin('POST', `${GROUPS}/add`, { ...form, forNew: 1 }))
  expect(await admin('DELETE', `${GROUPS}/del?ids[]=${other}`)).toMatchObject({
    code: 409,
    msg: 'New members come into “Parents”, so it cannot be deleted. Choose another group for them first.',
  })
})

test('a group in use is not deleted, and the refusal says how many members it has', async () => {
  const { admin, move } = await startMemberRights()
  const id = idIn(await admin('POST', `${GROUPS}/add`, form))
  await move(id)
  expect(await admin('DELETE', `${GROUPS}/del?ids[]=${id}`)).toMatchObject({
    code: 409,
    msg: expect.stringMatching(/^“Parents” is in use and cannot be deleted: members \(1: member\)/i),
    data: { reason: 'referenced', uses: [{ count: 1 }] },
  })
  await move(null)
  expect(await admin('DELETE', `${GROUPS}/del?ids[]=${id}`)).toMatchObject({ code: 200 })
})

test('a refusal names members only to those who see them', async () => {
  const api = await startMemberRights()
  await addOfficer(api, { username: 'clerk', nodes: ['user/group/index', 'user/group/del'], scope: 'own' })
  const id = idIn(await api.admin('POST', `${GROUPS}/add`, form))
  await api.move(id)
  const clerk = await api.signIn('admin', 'clerk')
  const answer = await clerk('DELETE', `${GROUPS}/del?ids[]=${id}`)
  expect(answer).toMatchObject({ code: 409, data: { uses: [{ count: 1, names: [] }] } })
})

test('of groups that are chosen for new members at the same time, exactly one is it', async () => {
  const { admin, db } = await startMemberRights()
  const ids: number[] = []
  for (const name of ['A', 'B', 'C', 'D']) ids.push(idIn(await admin('POST', `${GROUPS}/add`, { ...form, name })))
  const [gone = 0, ...others] = ids
  const answers = await Promise.all([
    ...others.map((id) => admin('POST', `${GROUPS}/edit`, { id, forNew: 1 })),
    admin('POST', `${GROUPS}/edit`, { id: gone, forNew: 1 }),
    admin('DELETE', `${GROUPS}/del?ids[]=${gone}`),
  ])
  for (const { code } of answers) expect([200, 404, 409]).toContain(code)
  const rows = await db.select().from(memberGroup).where(eq(memberGroup.forNew, true))
  expect(rows).toHaveLength(1)
})

test('a group that becomes that of new members while it is deleted stays', async () => {
  const { admin, db, groupOf } = await startMemberRights()
  const id = idIn(await admin('POST', `${GROUPS}/add`, form))
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  let deleting: ReturnType<typeof admin> | undefined
  await write(db, systemAuthor, 'seed', async (tx) => {
    await tx.update(memberGroup).set({ forNew: true }).where(eq(memberGroup.id, id))
    deleting = admin('DELETE', `${GROUPS}/del?ids[]=${id}`)
    await expect.poll(async () => (await db.execute(waiting)).rowCount).toBe(1)
  })
  expect(await deleting).toMatchObject({
    code: 409,
    msg: 'There is always one group that takes the new members, and it stays on. Choose another group for them first.',
  })
  expect((await groupOf('Parents'))?.forNew).toBe(true)
})
