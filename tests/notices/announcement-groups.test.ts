import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addOrganizations, type Caller } from '../support/api.ts'
import { addMembers } from '../support/ledgers.ts'
import { GROUPS, idIn, startMemberRights } from '../support/member-rights.ts'
import { addOfficer } from '../support/officer.ts'

const nodes = (['index', 'add', 'edit', 'del'] as const).map((verb) => `routine/announcement/${verb}` as const)
const group = { note: '', everything: 0, forNew: 0, status: 1, ruleIds: [] }

const publish = (call: Caller, values: Record<string, unknown>) =>
  call('POST', '/adminApi/announcement/add', {
    title: 'Hello',
    content: 'The text',
    audience: 'groups',
    status: 'published',
    ...values,
  })
const titles = async (call: Caller) =>
  ((await call('GET', '/api/notice/index')).data as { list: { title: string }[] }).list.map(({ title }) => title)
const unread = async (call: Caller) => ((await call('GET', '/api/notice/unread')).data as { unread: number }).unread

async function start() {
  const rights = await startMemberRights()
  const { admin, signIn } = rights
  const add = async (name: string) => idIn(await admin('POST', `${GROUPS}/add`, { ...group, name }))
  const [red, blue] = [await add('Red'), await add('Blue')]
  return { ...rights, red, blue, member: await signIn('user') }
}

test('an announcement to groups is for whoever is in one of them at the moment of looking', async () => {
  const { admin, member, move, red, blue } = await start()
  await publish(admin, { title: 'both', groupIds: [red, blue] })
  await publish(admin, { title: 'blue', groupIds: [blue] })
  expect(await titles(member)).toEqual([])
  await move(red)
  expect([await titles(member), await unread(member)], 'who joins later sees it too').toEqual([['both'], 1])
  await move(blue)
  expect(await titles(member)).toEqual(['blue', 'both'])
  await member('POST', '/api/notice/read', { all: true })
  await move(null)
  expect([await titles(member), await unread(member)], 'who leaves does not any more').toEqual([[], 0])
  await move(blue)
  expect([await titles(member), await unread(member)], 'what was read stays read').toEqual([['blue', 'both'], 0])
  await admin('POST', `${GROUPS}/edit`, { id: blue, status: 0 })
  expect(await titles(member), 'a group that is off is nobody').toEqual([])
  const staff = (await admin('GET', '/adminApi/notice/index')).data as { list: unknown[] }
  expect(staff.list).toEqual([])
})

test('groups that are off cannot be chosen, and groups in use cannot be deleted', async () => {
  const { admin, red, blue } = await start()
  const both = idIn(await publish(admin, { groupIds: [red, blue] }))
  await admin('POST', `${GROUPS}/edit`, { id: blue, status: 0 })
  const off = { status: 422, data: { errors: { groupIds: ['A group that is off cannot be chosen.'] } } }
  expect(await publish(admin, { groupIds: [blue] })).toMatchObject(off)
  const edit = (groupIds: number[]) => admin('POST', '/adminApi/announcement/edit', { id: both, groupIds })
  expect((await edit([blue])).status, 'what it has stays').toBe(200)
  expect((await edit([red])).status).toBe(200)
  expect(await edit([red, blue])).toMatchObject(off)
  expect((await publish(admin, { groupIds: [] })).status).toBe(422)
  expect((await publish(admin, { groupIds: [999_999] })).status).toBe(422)
  const choices = await admin('GET', '/adminApi/announcement/select?field=groupIds')
  const names = (choices.data as { list: { label: string }[] }).list.map(({ label }) => label)
  expect(names).toContain('Red')
  expect(names).not.toContain('Blue')
  expect((await admin('DELETE', `${GROUPS}/del?ids[]=${red}`)).status).toBe(409)
})

test('the size of the audience is that of the choice, and an author learns it only within the data scope', async () => {
  const { admin, db, move, red, blue } = await start()
  const places = await addOrganizations(admin)
  await addMembers(db, 'near', 3, places.S1)
  await addMembers(db, 'far', 2, places.S2)
  await move(red)
  const size = async (query: string, call = admin) => {
    const { status, data, code } = await call('GET', `/adminApi/announcement/audience?${query}`)
    return status === 200 ? (data as { count: number }).count : (code ?? status)
  }
  const groups = (...ids: number[]) => `audience=groups&${ids.map((id) => `groupIds[]=${id}`).join('&')}`
  expect(await size(groups(red, blue))).toBe(1)
  expect(await size(groups(blue))).toBe(0)
  const all = await size('audience=members')
  expect(all).toBe(6)
  await db.execute(sql`update account set status = 0 where username = 'near1'`)
  expect(await size('audience=members'), 'locked accounts do not count').toBe(5)
  expect(await size(`audience=organizations&organizationIds[]=${places.D1}`)).toBe(2)
  expect(await size(`audience=organizations&organizationIds[]=${places.B}`)).toBe(4)
  expect(await size('audience=staff')).toBe(1)
  expect(await size('audience=roles&roleIds[]=999999')).toBe(0)
  expect(await size('audience=everybody')).toBe(400)
})

test('an author with a limited data scope neither announces to groups nor counts others', async () => {
  const { admin, red, ...api } = await start()
  const places = await addOrganizations(admin)
  await addMembers(api.db, 'near', 3, places.S1)
  await addOfficer(api, { username: 'district', nodes, scope: 'orgBelow', deptId: places.D1 })
  await addOfficer(api, { username: 'reader', nodes: ['routine/announcement/index'], scope: 'all' })
  const district = await api.signIn('admin', 'district')
  const only = { audience: ['Your data scope has a limit, so you can announce to organizations only.'] }
  expect(await publish(district, { groupIds: [red] })).toMatchObject({ status: 422, data: { errors: only } })
  const ask = (query: string) => district('GET', `/adminApi/announcement/audience?${query}`)
  for (const query of ['audience=members', `audience=groups&groupIds[]=${red}`])
    expect(await ask(query), query).toMatchObject({ status: 422, data: { errors: only } })
  expect(await ask(`audience=organizations&organizationIds[]=${places.S2}`)).toMatchObject({
    status: 422,
    data: { errors: { organizationIds: ['This reaches organizations beyond your own data scope.'] } },
  })
  // The officer of the district is one of them.
  expect(await ask(`audience=organizations&organizationIds[]=${places.D1}`)).toMatchObject({ data: { count: 4 } })
  const reader = await api.signIn('admin', 'reader')
  expect((await reader('GET', '/adminApi/announcement/audience?audience=staff')).status).toBe(403)
})

test('a member marks only what the member is shown, also while others do the same', async () => {
  const { admin, db, member, signIn, move, red, blue } = await start()
  await addMembers(db, 'other', 1, null)
  const other = await signIn('user', 'other1')
  await move(red)
  const shown = idIn(await publish(admin, { groupIds: [red] }))
  const hidden = idIn(await publish(admin, { groupIds: [blue] }))
  const read = (call: Caller) => call('POST', '/api/notice/read', { announcementIds: [shown, hidden] })
  const answers = await Promise.all([...Array(8)].map((_, at) => read(at % 2 === 0 ? member : other)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const { rows } = await db.execute(
    sql`select account_id::int as owner, announcement_id::int as id from announcement_read`,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ id: shown })
  expect([await unread(member), await titles(other)]).toEqual([0, []])
})

test('the stream of a member tells the number of unread messages, and needs a session of a member', async () => {
  const { api, admin, member, move, red } = await start()
  await move(red)
  await publish(admin, { groupIds: [red] })
  const listen = (token: string) => api.request('/api/notice/events', { headers: { authorization: `Bearer ${token}` } })
  expect((await listen('x')).status).toBe(401)
  expect((await listen(admin.tokens.access_token)).status).toBe(401)
  const stream = (await listen(member.tokens.access_token)).body?.getReader()
  const decoder = new TextDecoder()
  let heard = ''
  while (!heard.includes('event: notices')) heard += decoder.decode((await stream?.read())?.value)
  while (!/event: notices\ndata: .*\n/.test(heard)) heard += decoder.decode((await stream?.read())?.value)
  expect(heard).toContain('data: {"unread":1}')
  await stream?.cancel()
})
