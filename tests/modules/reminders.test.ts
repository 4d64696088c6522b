import { eq, sql } from 'drizzle-orm'
import pino from 'pino'
import { expect, test } from 'vitest'
import type { Database } from '#src/db/client.server.ts'
import { account, accountPreference } from '#src/db/identity.table.server.ts'
import { messageTemplate } from '#src/db/message.table.server.ts'
import { moduleReminded } from '#src/features/modules/module.table.server.ts'
import { remindAll } from '#src/features/modules/remind.server.ts'
import { purgeReminded } from '#src/features/modules/reminder-rounds.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { longDay } from '#src/lib/long-day.ts'
import { addOrganizations, type Caller } from '../support/api.ts'
import { secret } from '../support/deps.ts'
import { addOfficer } from '../support/officer.ts'
import { startOutbox } from '../support/outbox.ts'
import { dayIn, loans, reminder, showLoans } from '../support/reminder-module.ts'
import { smtpServer } from '../support/smtp.ts'
import { moduleStore } from '../support/store.ts'

const english = { locale: 'en' } as const

/** A round of a process, with what it has logged. */
async function round(db: Database): Promise<string[]> {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  while (await remindAll({ db, log, secret }));
  return lines
}

async function start(reminders: readonly object[] = [reminder()]) {
  const { settings, arrived } = await smtpServer()
  const made = await startOutbox({ mailMode: 'smtp', ...settings })
  const store = await moduleStore(made)
  const { db, admin } = store
  await store.upload(loans(reminders))
  const ids = await addOrganizations(admin)
  const officer = async (username: string, deptId: number, language = 'en') => {
    const id = await addOfficer(made, { username, nodes: [], scope: 'org', deptId })
    await db
      .update(account)
      .set({ email: `${username}@school.test` })
      .where(eq(account.id, id))
    await db.insert(accountPreference).values({ accountId: id, language })
    return id
  }
  const add = async (values: object) => {
    const answer = await admin('POST', '/adminApi/lending-loan/add', { name: 'Ball', open: 1, ...values })
    if (answer.code !== 200) throw new Error(JSON.stringify(answer.data))
    return (answer.data as { id: number }).id
  }
  return { ...made, ...store, arrived, ids, officer, add, outbox: made.outbox }
}

const noticesOf = async (call: Caller) =>
  (
    (await call('GET', '/adminApi/notice/index')).data as {
      list: { title: string; text: string; look: string; link: string }[]
    }
  ).list
const textsOf = async (call: Caller) => (await noticesOf(call)).map(({ text }) => text).sort()

test('an installation shows its reminders and adds their templates; a reset brings the text of the module back', async () => {
  const { db, admin, plan, install, detail, call } = await start()
  expect((await plan('lending')).steps).toContainEqual({
    kind: 'reminder',
    text: m.remind_stepAdd({ title: 'Loan is due' }, english),
    loss: false,
  })
  await install('lending')
  expect(await detail('lending')).toMatchObject({ adds: { reminders: ['Loan is due'] } })
  const filter = encodeURIComponent('{"field":"event","operator":"eq","val":"module_reminder"}')
  const templates = async () =>
    ((await admin('GET', `/adminApi/template/index?filter=${filter}&order=id,asc`)).data as { list: { id: number }[] })
      .list
  const [zh, en] = await templates()
  expect([zh, en]).toMatchObject([
    { channel: 'mail', language: 'zh-cn', part: 'Loan is due', subject: '{title} 将于 {day} 到期' },
    { channel: 'mail', language: 'en', part: 'Loan is due', subject: '{title} is due on {day}' },
  ])
  const edit = (values: object) => admin('POST', '/adminApi/template/edit', { id: en?.id, ...values })
  expect(await edit({ text: '{code}' })).toMatchObject({
    code: 422,
    data: { errors: { text: [m.template_unknown({ name: '{code}' }, english)] } },
  })
  expect(await edit({ text: 'Ours: {title}, {day}' })).toMatchObject({ code: 200 })
  const kind = { event: 'module_reminder', channel: 'mail', language: 'en', subject: '{title}', text: '{name} {day}' }
  expect((await admin('POST', '/adminApi/template/preview', kind)).data).toMatchObject({
    subject: 'Joint examination',
    text: `Wang Xiaoming ${longDay(new Date().toISOString().slice(0, 10), 'en')}`,
  })
  expect(await admin('POST', '/adminApi/template/reset', { id: en?.id })).toMatchObject({ code: 200 })
  expect((await templates())[1]).toMatchObject({ text: reminder().text.en })
  await call('changeState', { uid: 'lending', state: 6 })
  expect(await admin('POST', '/adminApi/template/reset', { id: en?.id })).toMatchObject({ code: 200 })
  expect(await call('uninstall', { uid: 'lending', data: 'keep' })).toMatchObject({ code: 200 })
  expect(await templates()).toEqual([])
  expect(await db.select().from(messageTemplate)).toHaveLength(60)
})

/** Takes the loans and what was told of them away. */
async function clear(db: Database) {
  for (const table of ['res_lending_loan', 'module_reminded', 'notice'])
    await db.execute(sql.raw(`delete from ${table}`))
}

test('those who see a row are told once of each near day, by e-mail too, and again of another day, person or table', async () => {
  const { db, admin, install, ids, officer, add, signIn, arrived, outbox, call, upload } = await start()
  await install('lending')
  // The e-mail has the edited template in the language of its reader, and goes only to those who want it.
  {
    const [zoe, mia, tom] = [
      await officer('zoe', ids.S1, 'zh-cn'),
      await officer('mia', ids.S1),
      await officer('tom', ids.S1),
    ]
    for (const name of ['zoe', 'mia', 'tom']) await showLoans(db, name)
    const [row] = await db.select().from(messageTemplate).where(sql`event = 'module_reminder' and language = 'en'`)
    await admin('POST', '/adminApi/template/edit', {
      id: row?.id,
      subject: 'Bring back {title}',
      text: '{name} on {day}',
    })
    expect(
      await (await signIn('admin', 'tom'))('POST', '/adminApi/notice/mail', { kind: 'moduleReminder', on: false }),
    ).toMatchObject({ code: 200 })
    const day = await dayIn(db, 2)
    for (const personId of [zoe, mia, tom]) await add({ personId, organizationId: ids.S1, dueOn: day })
    await round(db)
    await outbox.round()
    const mails = new Map(arrived.map(({ to, source }) => [to[0], decoded(source)]))
    expect([...mails.keys()].sort()).toEqual(['mia@school.test', 'zoe@school.test'])
    expect(mails.get('mia@school.test')).toContain('Subject: Bring back Ball')
    expect(mails.get('mia@school.test')).toContain(`mia on ${longDay(day, 'en')}`)
    expect(mails.get('zoe@school.test')).toContain(`zoe：请在 ${longDay(day, 'zh-cn')} 前归还 Ball。`)
  }
  await clear(db)
  // Nobody is told of a row that they may not see.
  {
    const day = await dayIn(db, 1)
    const [none, far, own, locked] = [
      await officer('none', ids.S1),
      await officer('far', ids.S2),
      await officer('own', ids.S1),
      await officer('locked', ids.S1),
    ]
    for (const name of ['far', 'own', 'locked']) await showLoans(db, name)
    for (const personId of [none, far, own, locked]) await add({ personId, organizationId: ids.S1, dueOn: day })
    await db.update(account).set({ status: 0 }).where(eq(account.id, locked))
    expect(await round(db)).toEqual([])
    expect((await db.select().from(moduleReminded)).map(({ accountId }) => accountId)).toEqual([own])
    expect(await textsOf(await signIn('admin', 'far'))).toEqual([])
    await showLoans(db, 'none')
    await db.execute(sql`update permission_epoch set epoch = gen_random_uuid()`)
    await round(db)
    expect(await textsOf(await signIn('admin', 'none'))).toHaveLength(1)
  }
  await clear(db)
  // Somebody is told once, and again when the day or the person changes.
  const [anna, ben] = [await officer('anna', ids.S1), await officer('ben', ids.S1)]
  await showLoans(db, 'anna')
  await showLoans(db, 'ben')
  const day = (n: number) => dayIn(db, n)
  const common = { personId: anna, organizationId: ids.S1 }
  const ball = await add({ ...common, name: 'Ball', dueOn: await day(3) })
  await add({ ...common, name: 'Book', dueOn: await day(0) })
  await add({ ...common, name: 'Later', dueOn: await day(4) })
  await add({ ...common, name: 'Past', dueOn: await day(-1) })
  await add({ ...common, name: 'Back', dueOn: await day(1), open: 0 })
  await add({ ...common, name: 'Nobody', dueOn: await day(1), personId: null })
  await add({ ...common, name: 'No day' })
  expect(await round(db)).toEqual([])
  const [asAnna, asBen] = [await signIn('admin', 'anna'), await signIn('admin', 'ben')]
  const texts = [`Ball · ${longDay(await day(3), 'en')}`, `Book · ${longDay(await day(0), 'en')}`]
  expect(await textsOf(asAnna)).toEqual(texts)
  const [first] = await noticesOf(asAnna)
  expect(first).toMatchObject({ title: 'Loan is due', look: 'reminder' })
  expect(first?.link).toMatch(/^\/admin\/lending\/loan\?view=0&filter=%7B%22field%22%3A%22id%22/)
  await round(db)
  expect(await textsOf(asAnna)).toEqual(texts)
  const change = (values: object) => admin('POST', '/adminApi/lending-loan/edit', { id: ball, ...values })
  await change({ name: 'Ball two' })
  await round(db)
  expect(await textsOf(asAnna)).toHaveLength(2)
  await change({ dueOn: await day(2) })
  await round(db)
  expect(await textsOf(asAnna)).toContain(`Ball two · ${longDay(await day(2), 'en')}`)
  await change({ personId: ben })
  await call('changeState', { uid: 'lending', state: 6 })
  await round(db)
  expect(await textsOf(asBen)).toEqual([])
  await call('changeState', { uid: 'lending', state: 1 })
  await round(db)
  expect(await textsOf(asBen)).toEqual([`Ball two · ${longDay(await day(2), 'en')}`])
  expect(await textsOf(asAnna)).toHaveLength(3)
  await db.execute(sql`update module_reminded set day = day - 9 where account_id = ${anna}`)
  await purgeReminded(db)
  expect(await db.select({ accountId: moduleReminded.accountId }).from(moduleReminded)).toEqual([{ accountId: ben }])
  await clear(db)
  // The same row of another table is told of, and an uninstallation forgets what was told.
  const loan = { personId: anna, organizationId: ids.S1, dueOn: await dayIn(db, 1) }
  await add(loan)
  await round(db)
  const told = () => db.select().from(moduleReminded)
  expect(await told()).toHaveLength(1)
  await call('changeState', { uid: 'lending', state: 6 })
  await call('uninstall', { uid: 'lending', data: 'keep' })
  expect(await told()).toHaveLength(1)
  await upload(loans())
  expect(await install('lending', { 'table:res_lending_loan': 'empty' })).toMatchObject({ code: 200 })
  expect(await told()).toEqual([])
  await showLoans(db, 'anna')
  await db.execute(sql`update permission_epoch set epoch = gen_random_uuid()`)
  await add(loan)
  await round(db)
  expect(await told()).toHaveLength(1)
  await call('changeState', { uid: 'lending', state: 6 })
  expect(await call('uninstall', { uid: 'lending', data: 'aside' })).toMatchObject({ code: 200 })
  expect(await told()).toEqual([])
})

/** The quoted-printable text of an e-mail. */
function decoded(source: string): string {
  const bytes = source.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, code: string) => `%${code}`)
  return bytes.replace(/(%[0-9A-F]{2})+/g, (part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  })
}

test('an update changes the texts that nobody has edited here, and the way back does the same', async () => {
  const { db, admin, upload, plan, install, call } = await start([reminder(), reminder({ key: 'gone' })])
  await install('lending')
  const stored = async () =>
    (
      await db
        .select()
        .from(messageTemplate)
        .where(sql`event = 'module_reminder'`)
        .orderBy(messageTemplate.part, messageTemplate.language)
    ).map(({ part, language, subject }) => `${part} ${language} ${subject}`)
  const [row] = await db.select().from(messageTemplate).where(sql`part = 'lending/due' and language = 'en'`)
  await admin('POST', '/adminApi/template/edit', { id: row?.id, subject: 'Ours' })
  const second = reminder({ subject: { 'zh-cn': '新 {title}', en: 'New {title}' } })
  await upload({ ...loans([second, reminder({ key: 'more' })]), version: '1.1.0' })
  expect((await plan('lending')).steps).toEqual([
    {
      kind: 'reminder',
      text: m.remind_stepChange({ title: 'Loan is due' }, english),
      effect: m.remind_effectKept({}, english),
      loss: false,
    },
    { kind: 'reminder', text: m.remind_stepAdd({ title: 'Loan is due' }, english), loss: false },
    { kind: 'reminder', text: m.remind_stepGoes({ title: 'Loan is due' }, english), loss: false },
  ])
  expect(await install('lending')).toMatchObject({ code: 200 })
  expect(await stored()).toEqual([
    'lending/due en Ours',
    'lending/due zh-cn 新 {title}',
    'lending/more en {title} is due on {day}',
    'lending/more zh-cn {title} 将于 {day} 到期',
  ])
  expect(await call('back', { uid: 'lending' })).toMatchObject({ code: 200 })
  expect(await stored()).toEqual([
    'lending/due en Ours',
    'lending/due zh-cn {title} 将于 {day} 到期',
    'lending/gone en {title} is due on {day}',
    'lending/gone zh-cn {title} 将于 {day} 到期',
  ])
  await upload({ ...loans([]), version: '1.2.0' })
  expect((await plan('lending')).steps).toMatchObject([
    { kind: 'reminder', effect: m.remind_effectLost({}, english), loss: true },
    { kind: 'reminder', loss: false },
  ])
})

test('two processes tell once, and a broken reminder keeps no other from work', async () => {
  const broken = [
    reminder({ key: 'aaa', filter: '{"field":"name","operator":"gt","val":1}' }),
    reminder({ key: 'bbb', resource: 'lending-loan', day: 'dueAt', filter: undefined, before: 0 }),
    reminder({ key: 'ccc', resource: 'lending-loan', day: 'clockAt', filter: undefined, before: 0 }),
    reminder({ key: 'mine', filter: '{"field":"personId","operator":"eq","dynamic":"me"}' }),
  ]
  const { db, install, ids, officer, add, signIn } = await start(broken)
  expect(await install('lending')).toMatchObject({ code: 200 })
  const anna = await officer('anna', ids.S1)
  await showLoans(db, 'anna')
  const [today, tomorrow] = [await dayIn(db, 0), await dayIn(db, 1)]
  const common = { personId: anna, organizationId: ids.S1 }
  // The first and the last second of the day in Shanghai, which ends eight hours before that of the database.
  const shanghai = (text: string) => new Date(`${text}+08:00`).toISOString()
  await add({ ...common, name: 'First', dueAt: shanghai(`${today}T00:00:00`) })
  await add({ ...common, name: 'Last', dueAt: shanghai(`${today}T23:59:59`) })
  await add({ ...common, name: 'Next', dueAt: shanghai(`${tomorrow}T00:00:00`) })
  // A clock time belongs to the day that it says.
  await add({ ...common, name: 'Clock first', clockAt: `${today}T00:00:00.000Z` })
  await add({ ...common, name: 'Clock last', clockAt: `${today}T23:59:59.000Z` })
  await add({ ...common, name: 'Clock next', clockAt: `${tomorrow}T00:00:00.000Z` })
  for (let at = 0; at < 60; at++) await add({ ...common, name: `Row ${at}`, dueOn: today })
  const logs = await Promise.all([round(db), round(db), round(db)])
  for (const lines of logs)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { module: 'lending', reminder: 'aaa', msg: 'a reminder of a module failed' },
    ])
  const { rows } = await db.execute<{ title: string }>(sql`
    select data -> 'row' ->> 'en' as title from notice where account_id = ${anna} and kind = 'moduleReminder'`)
  const titles = rows.map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
  const near = ['Clock first', 'Clock last', 'First', 'Last']
  expect(titles.filter((title) => !title.startsWith('Row')).sort()).toEqual(near)
  expect(titles).toHaveLength(64)
  expect(await noticesOf(await signIn('admin', 'anna'))).toHaveLength(20)
})
