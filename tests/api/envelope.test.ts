import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { prepareDatabase } from '#src/features/prepare.server.ts'
import { ADMIN_PASSWORD, MEMBER_PASSWORD, startApi } from '../support/api.ts'

test('every answer is an envelope with a 10-digit time and a request id, never stored', async () => {
  const { api } = await startApi()
  const response = await api.request('/api/site')
  const body = await response.json()
  expect(Object.keys(body).sort()).toEqual(['code', 'data', 'msg', 'time'])
  expect(String(body.time)).toMatch(/^\d{10}$/)
  expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('an unknown call is 404 with its address; a body that is no JSON object is 400; a large one 413', async () => {
  const { api, signIn } = await startApi()
  const call = await signIn()
  expect(await call('GET', '/adminApi/organization/nothing')).toMatchObject({
    status: 404,
    code: 404,
    msg: 'Error requesting address: /adminApi/organization/nothing',
  })
  expect(await call('POST', '/adminApi/organization/add', [1])).toMatchObject({
    code: 400,
    msg: 'The request body is not a valid JSON object',
  })
  const headers = { authorization: `Bearer ${call.tokens.access_token}`, 'content-type': 'application/json' }
  const broken = await api.request('/adminApi/organization/add', { method: 'POST', headers, body: '{' })
  expect(broken.status).toBe(400)
  const large = await api.request('/adminApi/organization/add', {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'x'.repeat(3_000_000) }),
  })
  expect(await large.json()).toMatchObject({ code: 413 })
})

test('a failure inside says nothing of itself, and is logged with the request id', async () => {
  const { signIn, db, logged } = await startApi()
  const call = await signIn()
  await db.execute(sql`alter table organization rename column contact to broken`)
  const answer = await call('GET', '/adminApi/organization/index')
  expect(answer).toMatchObject({ status: 500, code: 500, msg: expect.not.stringContaining('contact') })
  expect(
    logged.some((line) => line.includes('42703') && line.includes(answer.headers.get('x-request-id') ?? '?')),
  ).toBe(true)
})

test('the log of a failure names the query, but none of its values', async () => {
  const { signIn, db, logged } = await startApi()
  const call = await signIn()
  await db.execute(sql`alter table organization rename column contact to broken`)
  const body = { code: 'X1', name: 'canary of a person', type: 'school', phone: '13800138000' }
  expect(await call('POST', '/adminApi/organization/add', body)).toMatchObject({ code: 500 })
  const failure = logged.find((line) => JSON.parse(line).level === 50) ?? ''
  expect(failure).toContain('insert into')
  expect(failure).toContain('42703')
  expect(logged.join('')).not.toMatch(/canary|13800138000/)
})

test('logs carry no password and no token', async () => {
  const { signIn, token, logged } = await startApi()
  const call = await signIn()
  await token('admin', { username: 'admin', password: 'secret-guess' })
  await call('GET', '/adminApi/user/info')
  const all = logged.join('\n')
  for (const secret of [ADMIN_PASSWORD, 'secret-guess', call.tokens.access_token, call.tokens.refresh_token])
    expect(all).not.toContain(secret)
})

test('the public site config has the fixed names and values', async () => {
  const { api } = await startApi()
  const english = await api.request('/api/site', { headers: { 'accept-language': 'en' } })
  expect((await english.json()).data).toMatchObject({ siteName: 'Yardstick' })
  expect((await (await api.request('/api/site')).json()).data).toEqual({
    siteName: '量尺测评',
    recordNumber: '',
    version: 'v1.0.0',
    cdnUrl: '',
    apiUrl: '',
    headNav: [],
    timeZone: 'Asia/Shanghai',
    contactEmail: '',
    contactPhone: '',
    iconfontUrl: '',
    brandLogo: '',
    brandColour: '',
    registration: false,
    providers: [],
    registrationSentence: '目前不开放注册。',
    center: { open: true, sentence: '会员中心暂时关闭，请稍后再来。' },
    codeWays: [],
    legal: [],
    own: {},
    importMaxsize: 104_857_600,
    richText: false,
    terminal: true,
    organizationParents: {
      province: [''],
      bureau: ['', 'province'],
      district: ['', 'province', 'bureau'],
      school: ['', 'province', 'bureau', 'district'],
      campus: ['school'],
      class: ['school', 'campus'],
    },
    upload: {
      mode: 'local',
      maxsize: 10_485_760,
      mimetype: 'jpg,png,bmp,jpeg,gif,webp,zip,rar,xls,xlsx,doc,docx,wav,mp4,mp3,txt',
      savename: '/storage/{topic}/{year}{mon}{day}/{filename}{filesha1}{.suffix}',
    },
  })
})

test('preparing a database again, twice at once, changes nothing', async () => {
  const { url, db } = await startApi()
  const counts = async () =>
    (
      await db.execute(sql`select (select count(*) from rule) as rules, (select count(*) from config) as settings,
    (select count(*) from account) as accounts, (select count(*) from area) as areas, (select count(*) from educate_level) as levels`)
    ).rows
  const before = await counts()
  const options = { url, adminPassword: ADMIN_PASSWORD, memberPassword: MEMBER_PASSWORD }
  const results = await Promise.all([prepareDatabase(options), prepareDatabase(options)])
  expect(results).toEqual([
    { adminCreated: false, memberCreated: false },
    { adminCreated: false, memberCreated: false },
  ])
  expect(await counts()).toEqual(before)
})
