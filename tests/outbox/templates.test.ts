import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messageTemplate } from '#src/db/message.table.server.ts'
import { isEvent, templateErrors } from '#src/features/messages/template.rules.ts'
import { seedTemplates } from '#src/features/messages/template.seed.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { type MessageEvent, messageChannels, messageKinds, productEvents } from '#src/lib/message-kinds.ts'
import { builtInText } from '#src/server/outbox/built-in-texts.server.ts'
import { compose } from '#src/server/outbox/compose.server.ts'
import { type Caller, startApi, type TestApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'

const key = (event: MessageEvent, channel: 'mail' | 'sms', language: 'en' | 'zh-cn') =>
  and(eq(messageTemplate.event, event), eq(messageTemplate.channel, channel), eq(messageTemplate.language, language))

async function rowOf({ db }: Pick<TestApi, 'db'>, event: MessageEvent, channel: 'mail' | 'sms' = 'mail') {
  const [row] = await db
    .select()
    .from(messageTemplate)
    .where(key(event, channel, 'en'))
  if (!row) throw new Error(`there is no template ${event}`)
  return row
}

async function start() {
  const api = await startApi()
  const call: Caller = await api.signIn()
  const row = await rowOf(api, 'user_register')
  const edit = (values: object) => call('POST', '/adminApi/template/edit', { id: row.id, ...values })
  return { ...api, call, row, edit }
}

const values = {
  name: '王小明',
  code: '481516',
  minutes: '10',
  time: '2026-11-26 08:30',
  address: '203.0.113.7',
  device: 'Chrome',
  title: '联考通知',
  text: '周一开始。',
}
type Said = typeof values & { site: string }
type In = { locale: 'en' | 'zh-cn' }

test('each event leaves by each of its ways with its values, in both languages', async () => {
  const { db } = await startApi()
  const texts = {
    mail: {
      user_register: (said: Said, at: In) => m.letter_register(said, at),
      user_register_known: (said: Said, at: In) => m.letter_registerKnown(said, at),
      user_retrieve_pwd: (said: Said, at: In) => m.letter_retrieve(said, at),
      user_change_email: (said: Said, at: In) => m.letter_changeEmail(said, at),
      user_email_verify: (said: Said, at: In) => m.letter_verifyEmail(said, at),
      user_change_known: (said: Said, at: In) => m.letter_changeKnown(said, at),
      new_device: (said: Said, at: In) => m.letter_newDevice(said, at),
      factor_changed: (said: Said, at: In) => m.letter_factorChanged(said, at),
      address_changed: (said: Said, at: In) => m.letter_addressChanged(said, at),
      password_retrieved: (said: Said, at: In) => m.letter_retrieved(said, at),
      closing_asked: (said: Said, at: In) => m.letter_closingAsked(said, at),
      closing_withdrawn: (said: Said, at: In) => m.letter_closingWithdrawn(said, at),
      closing_refused: (said: Said, at: In) => m.letter_closingRefused(said, at),
      closing_done: (said: Said, at: In) => m.letter_closingDone(said, at),
      family_linked: (said: Said, at: In) => m.letter_familyLinked(said, at),
      check_answered: (said: Said, at: In) => m.letter_checkAnswered(said, at),
      exam_published: (said: Said, at: In) => m.letter_examPublished(said, at),
      correction_decided: (said: Said, at: In) => m.letter_correctionDecided(said, at),
      exam_reminder: (said: Said, at: In) => m.letter_examReminder(said, at),
      announcement: (said: Said, at: In) => m.letter_announcement(said, at),
      job_done: (said: Said, at: In) => m.letter_jobDone(said, at),
      job_failed: (said: Said, at: In) => m.letter_jobFailed(said, at),
      log_seal: (said: Said, at: In) => m.letter_logSeal(said, at),
    },
    sms: {
      user_register: (said: Said, at: In) => m.letter_registerSms(said, at),
      user_register_known: (said: Said, at: In) => m.letter_registerKnownSms(said, at),
      user_retrieve_pwd: (said: Said, at: In) => m.letter_retrieveSms(said, at),
      user_change_mobile: (said: Said, at: In) => m.letter_changeMobileSms(said, at),
      user_change_known: (said: Said, at: In) => m.letter_changeKnownSms(said, at),
      user_mobile_verify: (said: Said, at: In) => m.letter_verifyMobileSms(said, at),
      address_changed: (said: Said, at: In) => m.letter_addressChangedSms(said, at),
    },
  }
  for (const channel of messageChannels)
    for (const [event, say] of Object.entries(texts[channel]))
      for (const [language, site] of [
        ['zh-cn', '量尺测评'],
        ['en', 'Yardstick'],
      ] as const) {
        if (!isEvent(event)) throw new Error(event)
        const made = await compose(db, { event, channel, language }, values)
        expect(made.text).toBe(say({ ...values, site }, { locale: language }))
        expect(made.text).not.toMatch(/[{}]/)
      }
})

test('the built-in subjects', () => {
  const subjects = productEvents
    .filter((event) => messageKinds[event].channels.some((channel) => channel === 'mail'))
    .map((event) => builtInText({ event, channel: 'mail', language: 'zh-cn' }).subject)
  expect(subjects).toEqual([
    '{site}注册验证码',
    '您在{site}已有账号',
    '{site}找回密码验证码',
    '确认您在{site}的新邮箱',
    '{site}身份验证码',
    '此地址在{site}已有账号',
    '有新设备登录您的{site}账号',
    '您的{site}账号登录安全有变更',
    '您在{site}的联系方式已更改',
    '您在{site}的密码已重新设置',
    '您在{site}的账号将注销',
    '您在{site}的注销申请已撤回',
    '您在{site}的注销申请被拒绝',
    '您在{site}的账号已注销',
    '{title}（{site}）',
    '复核答复：{title}',
    '{text}：{title}',
    '{title}',
    '请提交成绩：{title}',
    '{title}',
    '已完成：{title}',
    '失败：{title}',
    '管理日志封存 {title}',
  ])
})

test('every built-in text keeps the rules, and every way of every event has a row in each language', async () => {
  const { db } = await startApi()
  const rows = await db.select().from(messageTemplate)
  expect(rows).toHaveLength(60)
  for (const row of rows) expect(templateErrors(row), `${row.event} ${row.channel} ${row.language}`).toEqual({})
  for (const { event, channel, language, subject, text } of rows)
    expect(builtInText({ event, channel, language })).toEqual({ subject, text })
  expect(() => builtInText({ event: 'new_device', channel: 'sms', language: 'en' })).toThrow('no message of new_device')
  expect(() => builtInText({ event: 'module_reminder', channel: 'mail', language: 'en' })).toThrow('module_reminder')
})

test('an edited text is used for messages; values are escaped in pages and never read as variables', async () => {
  const { db, edit } = await start()
  const text = 'Dear guest,\n\nuse {code} <soon> & safely.\n{minutes} minutes'
  expect(await edit({ subject: 'Welcome to {site}', text })).toMatchObject({ code: 200 })
  const kind = { event: 'user_register', channel: 'mail', language: 'en' } as const
  const made = await compose(db, kind, { code: '<b>1</b>{minutes}', minutes: '10' })
  expect(made.subject).toBe('Welcome to Yardstick')
  expect(made.text).toBe('Dear guest,\n\nuse <b>1</b>{minutes} <soon> & safely.\n10 minutes')
  expect(made.html).toContain('use &lt;b&gt;1&lt;/b&gt;{minutes} &lt;soon&gt; &amp; safely.<br>10 minutes</p>')
  expect(made.html).toContain('<html lang="en">')
  expect(made.html).not.toMatch(/<b>|<soon>/)
  const broken = await compose(db, { event: 'announcement', channel: 'mail', language: 'en' }, { title: 'a\r\nBcc: b' })
  expect(broken.subject).toBe('a Bcc: b')
})

test.each([
  [{ text: '{code} {nmae}' }, { text: ['This text cannot name {nmae} here'] }],
  [{ text: '{code} {name}' }, { text: ['This text cannot name {name} here'] }],
  [{ subject: 'Your code {code}' }, { subject: ['This text cannot name {code} here'] }],
  [{ text: 'nothing' }, { text: ['The text does not name {code}, so nobody would learn the code'] }],
  [{ subject: '' }, { subject: [expect.any(String)] }],
  [{ text: '' }, { text: [expect.any(String)] }],
])('a text that cannot work is refused at its field: %j', async (values, errors) => {
  const { edit } = await start()
  expect(await edit(values)).toMatchObject({ code: 422, data: { errors } })
})

test('a preview has sample values, in the language of the template', async () => {
  const { call } = await start()
  const wish = { channel: 'mail', subject: '{title}', text: '{name}: {text}', event: 'announcement' }
  expect((await call('POST', '/adminApi/template/preview', { ...wish, language: 'zh-cn' })).data).toMatchObject({
    subject: '联考通知',
    text: '王小明: 联考将于周一 8:30 开始。',
  })
  expect((await call('POST', '/adminApi/template/preview', { ...wish, language: 'en' })).data).toMatchObject({
    text: 'Wang Xiaoming: The joint examination begins on Monday at 8:30.',
  })
})

test('a template gets its built-in text again, and the change can be undone', async () => {
  const { db, edit, call, row } = await start()
  await edit({ subject: 'Ours', text: 'Our {code}' })
  const reset = await call('POST', '/adminApi/template/reset', { id: row.id })
  expect(reset).toMatchObject({ code: 200, msg: 'The built-in text is back' })
  expect(await rowOf({ db }, 'user_register')).toMatchObject({ subject: row.subject, text: row.text })
  const { changeSetId } = reset.data as { changeSetId: number }
  expect(await call('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  expect(await rowOf({ db }, 'user_register')).toMatchObject({ subject: 'Ours', text: 'Our {code}' })
  expect(await call('POST', '/adminApi/template/reset', { id: 999_999 })).toMatchObject({ code: 404 })
})

test('a new release changes the texts that nobody has edited, and no others', async () => {
  const { db, edit } = await start()
  await edit({ text: 'Our {code}' })
  await db
    .update(messageTemplate)
    .set({ text: 'old {code}' })
    .where(key('user_register', 'sms', 'en'))
  await db.delete(messageTemplate).where(key('announcement', 'mail', 'en'))
  await db.transaction((tx) => seedTemplates(tx))
  expect((await rowOf({ db }, 'user_register')).text).toBe('Our {code}')
  expect((await rowOf({ db }, 'user_register', 'sms')).text).toContain('{code} is your code to register')
  expect((await rowOf({ db }, 'announcement')).subject).toBe('{title}')
})

test('templates are neither added nor deleted, and edited by those who may', async () => {
  const api = await start()
  await addOfficer(api, { username: 'reader', scope: 'all', nodes: ['routine/template/index'] })
  const reader = await api.signIn('admin', 'reader')
  expect(await reader('GET', `/adminApi/template/edit?id=${api.row.id}`)).toMatchObject({ code: 200 })
  const text = { id: api.row.id, text: 'x {code}' }
  expect(await reader('POST', '/adminApi/template/edit', text)).toMatchObject({ code: 403 })
  expect(await reader('POST', '/adminApi/template/reset', { id: api.row.id })).toMatchObject({ code: 403 })
  expect((await api.call('POST', '/adminApi/template/add', text)).status).toBeOneOf([404, 405])
  expect((await api.call('DELETE', `/adminApi/template/del?ids[]=${api.row.id}`)).status).toBeOneOf([404, 405])
})
