import { expect, test } from 'vitest'
import { env, renewEnv } from '#src/lib/env.ts'
import { readConfig } from '#src/server/config.server.ts'
import { purge } from '#src/server/purge.server.ts'
import { type Caller, MEMBER_PASSWORD, startApi } from '../support/api.ts'
import { spendModules } from '../support/modules.ts'
import { smtpServer } from '../support/smtp.ts'

const at = '/adminApi/config'
const save = (call: Caller, values: Record<string, unknown>) => call('POST', `${at}/edit`, { values })

test('the groups of the screen have their titles, and a group of one’s own comes and goes', async () => {
  const { signIn } = await startApi()
  const admin = await signIn()
  const titles = async () => {
    const { groups } = (await admin('GET', `${at}/index`)).data as { groups: { title: { en: string } }[] }
    return groups.map(({ title }) => title.en)
  }
  const builtIn =
    'Site,Brand,Access,Sign-in,Passwords,Members,Files,E-mail,Text messages,Retention,Admin log,Terms and privacy'.split(
      ',',
    )
  expect(await titles()).toEqual(builtIn)
  await admin('POST', `${at}/addGroup`, { name: 'school', title: '学校' })
  expect(await titles()).toEqual([...builtIn, '学校'])
  expect(await admin('POST', `${at}/delGroup`, { name: 'school' })).toMatchObject({ code: 200, msg: 'Group deleted' })
  expect(await titles()).toEqual(builtIn)
})

test('an item can name records of every resource, by its name in both languages', async () => {
  const { signIn } = await startApi()
  const admin = await signIn()
  const { resources } = (await admin('GET', '/adminApi/config/index')).data as {
    resources: { key: string; title: object }[]
  }
  expect(resources).toContainEqual({ key: 'organization', title: { 'zh-cn': '机构', en: 'Organizations' } })
  const item = { group: 'site', name: 'headOffice', title: '总部', type: 'relation', resource: 'organization' }
  expect(await admin('POST', '/adminApi/config/add', item)).toMatchObject({ code: 200 })
  expect(await admin('POST', '/adminApi/config/add', { ...item, name: 'other', resource: 'nothing' })).toMatchObject({
    code: 422,
    data: { errors: { resource: expect.anything() } },
  })
})

test('what an environment variable fixes is shown as fixed, and cannot be saved', async () => {
  const { signIn, db } = await startApi()
  const admin = await signIn()
  await save(admin, { historyMonths: 6 })
  expect(await readConfig(db, ['historyMonths'])).toEqual({ historyMonths: 6 })
  process.env.HISTORY_MONTHS = '12'
  // The environment is read once in a process, and other files share this one.
  spendModules()
  renewEnv()
  try {
    const { groups } = (await admin('GET', `${at}/index`)).data as {
      groups: { items: { name: string; fixed: string | null; values: object }[] }[]
    }
    const item = groups.flatMap(({ items }) => items).find(({ name }) => name === 'historyMonths')
    expect(item).toMatchObject({ fixed: 'HISTORY_MONTHS', values: { historyMonths: env().HISTORY_MONTHS } })
    expect(await save(admin, { historyMonths: 7 })).toMatchObject({
      code: 422,
      data: { errors: { historyMonths: ['The environment variable HISTORY_MONTHS fixes this value.'] } },
    })
    expect(await readConfig(db, ['historyMonths'])).toEqual({ historyMonths: env().HISTORY_MONTHS })
  } finally {
    delete process.env.HISTORY_MONTHS
  }
  expect(await purge(db, { files: '/nowhere' })).toEqual([])
})

test('a closed center lets no member in and says why; the back office works', async () => {
  const { signIn, token } = await startApi()
  const [admin, member] = [await signIn(), await signIn('user')]
  expect(await member('GET', '/api/user/info')).toMatchObject({ code: 200 })
  await save(admin, { centerOpen: 0, 'centerSentence@en': 'Open again in spring.' })
  expect(await member('GET', '/api/user/info')).toMatchObject({ code: 403, msg: 'Open again in spring.' })
  const refused = await token('user', { username: 'member', password: MEMBER_PASSWORD })
  expect(await refused.json()).toMatchObject({ error: 'invalid_grant', msg: 'Open again in spring.' })
  expect(await admin('GET', '/adminApi/user/info')).toMatchObject({ code: 200 })
  await save(admin, { centerOpen: 1 })
  expect(await member('GET', '/api/user/info')).toMatchObject({ code: 200 })
})

test('a sign-in lasts as long as the configuration says', async () => {
  const { signIn, token, db } = await startApi()
  const admin = await signIn()
  await save(admin, { signInSeconds: 2 })
  expect(await readConfig(db, ['signInSeconds'])).toEqual({ signInSeconds: 7200 })
  await token('user', { username: 'member', password: MEMBER_PASSWORD })
  const { rows } = await db.execute<{ seconds: number }>(
    'select round(extract(epoch from expire_time - now()))::int as seconds from token_family order by id desc limit 1',
  )
  expect(rows[0]?.seconds).toBeGreaterThan(7100)
  expect(rows[0]?.seconds).toBeLessThanOrEqual(7200)
})

test('each saved text is a version that stays readable', async () => {
  const { signIn, api } = await startApi()
  const admin = await signIn()
  const read = async (query: string) =>
    (await (await api.request(`/api/site/legal?${query}`, { headers: { 'accept-language': 'en' } })).json()) as {
      code: number
      msg: string
      data: { text: string; versions: { id: number }[] }
    }
  expect(await read('kind=terms')).toMatchObject({ code: 404, msg: 'This text was not published.' })
  await save(admin, { 'termsText@en': 'First.', 'termsText@zh-cn': '第一版。' })
  await save(admin, { 'termsText@en': '<script>alert(1)</script>' })
  const now = await read('kind=terms')
  expect(now.data).toMatchObject({ text: '<script>alert(1)</script>' })
  expect(now.data.versions).toHaveLength(2)
  expect((await read(`kind=terms&version=${now.data.versions[1]?.id}`)).data.text).toBe('First.')
  expect(await read('kind=privacy')).toMatchObject({ code: 404 })
  const site = await (await api.request('/api/site', { headers: { 'accept-language': 'en' } })).json()
  expect(site).toMatchObject({ data: { legal: ['terms'] } })
})

test('a test mail goes out with what is in the form, and its result is said in words', async () => {
  const { signIn } = await startApi()
  const admin = await signIn()
  const password = 'word of the mail server'
  const { settings, arrived } = await smtpServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) =>
      auth.password === password ? done(null, { user: 'me' }) : done(new Error(`wrong: ${auth.password}`)),
  })
  const { smtpPassword: _none, ...form } = settings
  const values = { ...form, smtpUser: 'me' }
  const send = (more: object, to = 'teacher@school.test') =>
    admin('POST', `${at}/testMail`, { to, values: { ...values, ...more } })
  expect(await send({ smtpPassword: password })).toMatchObject({
    data: { sent: true, sentence: 'The server has accepted the mail to teacher@school.test.' },
  })
  expect(arrived[0]).toMatchObject({ to: ['teacher@school.test'], user: 'me' })
  expect(arrived[0]?.source).toContain('Subject: Test mail')
  expect(arrived[0]?.source).toContain('This mail shows that the settings work.')
  const wrong = await send({ smtpPassword: 'another' })
  expect(wrong).toMatchObject({ data: { sent: false } })
  expect(JSON.stringify(wrong.data)).not.toContain('another')
  // The stored password is used, but only for the server that it was stored for.
  await save(admin, { ...values, smtpPassword: password })
  expect(await send({})).toMatchObject({ data: { sent: true } })
  const other = await smtpServer()
  expect(await send({ smtpPort: other.settings.smtpPort })).toMatchObject({
    code: 422,
    data: { errors: { smtpPassword: [expect.stringContaining('Enter the secret again')] } },
  })
  expect(other.arrived).toEqual([])
  expect(await send({ smtpHost: '' })).toMatchObject({ code: 422 })
  expect(await send({}, 'nobody')).toMatchObject({ code: 422 })
})
