import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#src/db/client.server.ts'
import { account, accountPreference } from '#src/db/identity.table.server.ts'
import { messageOut } from '#src/db/message.table.server.ts'
import { parts } from '#src/features/modules/parts.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { mailAnnouncements } from '#src/server/notices/announcement-mail.server.ts'
import { publish } from '../support/announcements.ts'
import { type Caller, startApi } from '../support/api.ts'
import { secret } from '../support/deps.ts'
import { addOfficer } from '../support/officer.ts'
import { startOutbox } from '../support/outbox.ts'
import { smtpServer } from '../support/smtp.ts'

const nodes = (['index', 'add', 'edit', 'del'] as const).map((verb) => `routine/announcement/${verb}` as const)

const part = (uid: string) => {
  const found = parts.find((one) => one.uid === uid)
  if (!found) throw new Error(`there is no part ${uid}`)
  return found
}
const turn = (db: Database, uid: string, on: boolean) => db.transaction((tx) => part(uid).switchOn(tx, on))

type Notices = { list: { title: string }[]; unread: number }
const notices = async (call: Caller, base = '/adminApi') => {
  const { list, unread } = (await call('GET', `${base}/notice/index`)).data as Notices
  return [...list.map(({ title }) => title), unread]
}
type Menu = { name: string; children: Menu[] }
const namesOf = (menus: readonly Menu[]): string[] =>
  menus.flatMap(({ name, children }) => [name, ...namesOf(children)])
const held = async (call: Caller) => {
  const [menu, info] = await Promise.all([call('GET', '/adminApi/menu'), call('GET', '/adminApi/user/info')])
  const { permissions, authNode } = info.data as { permissions: string[]; authNode: Record<string, string[]> }
  const about = [...namesOf(menu.data as Menu[]), ...permissions, ...Object.keys(authNode)]
  return about.filter((name) => name.startsWith('routine/announcement'))
}

test('without announcements there is no menu and no call of them, for nobody', async () => {
  const api = await startApi()
  const { db, signIn } = api
  const chief = await signIn()
  await addOfficer(api, { username: 'writer', nodes: [...nodes, 'dashboard'], scope: 'all' })
  const writer = await signIn('admin', 'writer')
  const plain = await (async () => {
    await addOfficer(api, { username: 'plain', nodes: [], scope: 'all' })
    return signIn('admin', 'plain')
  })()
  const made = await publish(writer, { title: 'Zebra' })
  const { id } = made.data as { id: number }
  expect(await held(chief)).toContain('routine/announcement/add')
  expect(await held(writer)).toContain('routine/announcement/add')
  const before = (await chief('GET', '/adminApi/user/info')).headers.get('x-permission-epoch')

  await turn(db, 'announcements', false)
  expect(await part('announcements').isOn(db)).toBe(false)
  for (const call of [chief, writer]) {
    expect(await held(call)).toEqual([])
    const { off } = (await call('GET', '/adminApi/user/info')).data as { off?: string[] }
    expect(off).toEqual(['routine/announcement', ...nodes])
    const answers = [
      await call('GET', '/adminApi/announcement/index'),
      await call('GET', `/adminApi/announcement/edit?id=${id}`),
      await publish(call),
      await call('POST', '/adminApi/announcement/edit', { id, title: 'Other' }),
      await call('DELETE', `/adminApi/announcement/del?ids[]=${id}`),
      await call('GET', `/adminApi/announcement/history?id=${id}`),
      await call('GET', '/adminApi/announcement/deleted'),
      await call('GET', '/adminApi/announcement/template?type=csv'),
      await call('GET', '/adminApi/announcement/export?type=csv'),
      await call('GET', '/adminApi/announcement/audience?audience=staff'),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, msg: m.part_off({}, { locale: 'en' }) })
    expect((await call('GET', '/adminApi/find/records?quickSearch=Zebra')).data).toMatchObject({ groups: [] })
    expect((await call('GET', '/adminApi/dashboard/changes')).data).toEqual({ list: [] })
  }
  expect((await plain('GET', '/adminApi/announcement/index')).status).toBe(404)
  // Nobody takes back what nobody may see.
  const undone = await writer('POST', '/adminApi/history/undo', {
    changeSetId: (made.data as { changeSetId: number }).changeSetId,
  })
  expect(undone.status).toBe(403)
  // Pages that are open learn of it.
  expect((await chief('GET', '/adminApi/user/info')).headers.get('x-permission-epoch')).not.toBe(before)

  await turn(db, 'announcements', true)
  expect(await held(writer)).toContain('routine/announcement/add')
  expect((await chief('GET', '/adminApi/announcement/index')).data).toMatchObject({ list: [{ id, title: 'Zebra' }] })
  expect((await plain('GET', '/adminApi/announcement/index')).status).toBe(403)
})

test('without announcements no reader has any, and afterwards they are there again', async () => {
  const { db, signIn } = await startApi()
  const [chief, member] = [await signIn(), await signIn('user')]
  await publish(chief)
  await publish(chief, { title: 'Members', audience: 'members' })
  expect([await notices(chief), await notices(member, '/api')]).toEqual([
    ['Hello', 1],
    ['Members', 1],
  ])
  const mailed = async (call: Caller, base: string) =>
    ((await call('GET', `${base}/notice/mail`)).data as { kinds: { kind: string }[] }).kinds.map(({ kind }) => kind)
  expect(await mailed(member, '/api')).toContain('announcement')

  await turn(db, 'announcements', false)
  expect([await notices(chief), await notices(member, '/api')]).toEqual([[0], [0]])
  await member('POST', '/api/notice/read', { all: true })
  expect(await mailed(member, '/api')).not.toContain('announcement')
  expect(await mailed(chief, '/adminApi')).not.toContain('announcement')

  await turn(db, 'announcements', true)
  expect([await notices(chief), await notices(member, '/api')]).toEqual([
    ['Hello', 1],
    ['Members', 1],
  ])
})

test('an announcement is not mailed while they are off, and those who wait get it afterwards', async () => {
  const { settings } = await smtpServer()
  const api = await startOutbox({ mailMode: 'smtp', ...settings })
  const { db } = api
  const chief = await api.signIn()
  const reader = await addOfficer(api, { username: 'reader', nodes: [], scope: 'own' })
  await db.update(account).set({ email: 'reader@school.test' }).where(eq(account.id, reader))
  await db.insert(accountPreference).values({ accountId: reader, language: 'en', noticeMail: { announcement: true } })
  const sweep = async () => {
    while (await mailAnnouncements(db, secret));
  }
  const letters = async () => (await db.select().from(messageOut)).map(({ subject, state }) => `${subject} ${state}`)
  await publish(chief, { title: 'First' })
  await sweep()
  expect(await letters()).toEqual([expect.stringMatching(/First.* waiting$/)])

  await turn(db, 'announcements', false)
  // What waits is asked once more before it leaves.
  await api.outbox.round()
  expect(await letters()).toEqual([expect.stringMatching(/First.* cancelled$/)])
  await db.execute(
    sql`insert into announcement (title, content, audience, status) values ('Second', 'x', 'staff', 'published')`,
  )
  await sweep()
  expect(await letters()).toHaveLength(1)

  await turn(db, 'announcements', true)
  await sweep()
  expect((await letters()).toSorted()).toEqual([
    expect.stringMatching(/First.* cancelled$/),
    expect.stringMatching(/Second.* waiting$/),
  ])
})

test('the editor of rich text is a part, too', async () => {
  const { db, api } = await startApi()
  const shown = async () => ((await (await api.request('/api/site')).json()) as { data: { richText: boolean } }).data
  expect([await part('richtext').isOn(db), (await shown()).richText]).toEqual([false, false])
  await turn(db, 'richtext', true)
  expect([await part('richtext').isOn(db), (await shown()).richText]).toEqual([true, true])
  await turn(db, 'richtext', false)
  expect((await shown()).richText).toBe(false)
  const html = (text: string) => `<p>${text.replaceAll('\n', '</p><p>')}</p>`
  expect(parts.map((one) => [one.title(), one.intro(), one.description()])).toEqual([
    [m.part_richtext(), m.part_richtextIntro(), html(m.part_richtextText())],
    [m.menu_announcement(), m.part_announcementsIntro(), html(m.part_announcementsText())],
  ])
})
