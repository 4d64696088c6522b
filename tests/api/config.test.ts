import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { config } from '#src/db/config.table.server.ts'
import { readConfig, readSecret } from '#src/server/config.server.ts'
import { type Caller, startApi } from '../support/api.ts'
import { secret } from '../support/deps.ts'
import { addOfficer } from '../support/officer.ts'
import { picture, send } from '../support/uploads.ts'

const at = '/adminApi/config'

type Screen = {
  version: number
  mayChange: boolean
  groups: { name: string; items: { name: string; id: number; values: Record<string, unknown>; set: boolean }[] }[]
}

async function screenOf(call: Caller): Promise<Screen> {
  return (await call('GET', `${at}/index`)).data as Screen
}

async function itemOf(call: Caller, name: string) {
  const found = (await screenOf(call)).groups.flatMap(({ items }) => items).find((item) => item.name === name)
  if (!found) throw new Error(`no item ${name}`)
  return found
}

const save = (call: Caller, values: Record<string, unknown>, more: object = {}) =>
  call('POST', `${at}/edit`, { values, ...more })
const refusedAt = (field: string, text: string) => ({ code: 422, data: { errors: { [field]: [text] } } })

test('the site name is saved per language, and every item is shown with its value', async () => {
  const { db, signIn, api } = await startApi()
  const admin = await signIn()
  const { version } = await screenOf(admin)
  const values = { 'siteName@zh-cn': '北区教研院', 'siteName@en': 'North Institute' }
  const answer = await save(admin, values, { version })
  expect(answer).toMatchObject({ code: 200, msg: 'Saved' })
  expect(await itemOf(admin, 'siteName')).toMatchObject({ values })
  expect(await readConfig(db, ['siteName'])).toEqual({ siteName: { 'zh-cn': '北区教研院', en: 'North Institute' } })
  for (const [language, name] of [
    ['en', 'North Institute'],
    ['zh-CN', '北区教研院'],
  ] as const) {
    const site = await api.request('/api/site', { headers: { 'accept-language': language } })
    expect(await site.json()).toMatchObject({ data: { siteName: name } })
  }
})

test('a text that looks like another value stays the text', async () => {
  const { signIn, db } = await startApi()
  const admin = await signIn()
  for (const version of ['123', 'true', '{"a":1}', '"quoted"', 'null']) {
    await save(admin, { version })
    expect(await readConfig(db, ['version'])).toEqual({ version })
  }
})

test('values that break a rule are refused at their field, and nothing is written', async () => {
  const { signIn, db } = await startApi()
  const admin = await signIn()
  for (const [field, value, text] of [
    ['timeZone', 'Mars/Base', 'This is not a time zone. Enter an IANA name such as Asia/Shanghai.'],
    ['timeZone', '+08:00', 'This is not a time zone. Enter an IANA name such as Asia/Shanghai.'],
    ['cdnUrl', 'javascript:alert(1)', 'Enter an address that begins with http:// or https://, or leave it empty.'],
    [
      'headNav',
      [{ title: 'X', titleEn: '', path: 'javascript:x' }],
      '“javascript:x” is neither a path that begins with / nor a web address.',
    ],
    [
      'brandColour',
      '#ffff00',
      'The contrast of this color is 1.1 on light pages and 16.5 on dark ones, and at least 3 is needed. The nearest readable color is #999900.',
    ],
    ['forbiddenAddresses', '10.0.0.0/8\n10.1', '“10.1” is neither an address nor a range.'],
    [
      'uploadSavename',
      '/storage/../{filesha1}{.suffix}',
      'A name begins with /storage/, contains {filesha1}, ends with {.suffix}, and has no spaces, dots as folders or special characters.',
    ],
    ['uploadSavename', '/storage/{nobody}{filesha1}{.suffix}', '“nobody” is not a variable of names.'],
    ['uploadMimetype', 'jpg;png', 'Enter extensions or MIME types, separated by commas, or * for every type.'],
    ['uploadMimetype', 'jpg,*', 'Enter extensions or MIME types, separated by commas, or * for every type.'],
    ['smtpHost', 'http://mail.example.org', 'Enter the name of a server, without http:// and without a port.'],
    ['smsHeaders', [{ key: 'a b', value: 'x' }], '“a b” cannot be a header.'],
    ['noSuchItem', 'x', 'There is no item “noSuchItem”.'],
  ] as const) {
    const answer = await save(admin, { version: 'v9', [field]: value })
    expect(answer, `${field} ${JSON.stringify(value)}`).toMatchObject(refusedAt(field, text))
  }
  expect(await readConfig(db, ['version'])).toEqual({ version: 'v1.0.0' })
})

test('two people save one tab: other items merge, the same item is a conflict with both versions', async () => {
  const { signIn } = await startApi()
  const [one, other] = [await signIn(), await signIn()]
  const { version } = await screenOf(one)
  expect(await save(one, { recordNumber: 'A', version: 'v2' }, { version })).toMatchObject({ code: 200 })
  const merged = await save(other, { contactEmail: 'a@example.org' }, { version })
  expect(merged).toMatchObject({ code: 200 })
  expect(await itemOf(other, 'recordNumber')).toMatchObject({ values: { recordNumber: 'A' } })
  const refused = await save(other, { recordNumber: 'B' }, { version })
  expect(refused).toMatchObject({ code: 409, data: { reason: 'stale', current: { recordNumber: 'A' } } })
  const { current } = refused.data as { current: { version: number } }
  // A setting called version is not taken for the version of the form.
  expect(await save(one, { version: 'v3' }, { version: current.version })).toMatchObject({ code: 200 })
  expect(await save(other, { version: 'v4' }, { version })).toMatchObject({ data: { current: { 'version@': 'v3' } } })
  expect(await save(one, { version: 'v2' })).toMatchObject({ code: 200 })
  // The same value is no conflict, and neither is a change that has seen the other one.
  expect(await save(other, { version: 'v2' }, { version })).toMatchObject({ code: 200 })
  expect(await save(other, { recordNumber: 'B' }, { version: current.version })).toMatchObject({ code: 200 })
})

test('a secret never comes back: not in an answer, the history, the log, the export or the tables', async () => {
  const { db, signIn, logged, token } = await startApi()
  const admin = await signIn()
  const words = ['Gr8-secret-word-1', 'Gr8-secret-word-2']
  const said: unknown[] = []
  said.push(await save(admin, { smtpHost: 'mail.example.org', smtpPassword: words[0] }))
  expect(await readSecret(db, secret, 'smtpPassword')).toBe(words[0])
  expect(await itemOf(admin, 'smtpPassword')).toMatchObject({ set: true, values: { smtpPassword: '' } })
  // An empty field keeps it.
  said.push(await save(admin, { smtpPassword: '', smtpUser: 'x' }))
  expect(await readSecret(db, secret, 'smtpPassword')).toBe(words[0])
  // Another server would get the secret of this one.
  const moved = await save(admin, { smtpHost: 'evil.example.org' })
  expect(moved).toMatchObject(
    refusedAt(
      'smtpPassword',
      'The server has changed. Enter the secret again, so that the stored one is not sent to another machine.',
    ),
  )
  said.push(moved, await save(admin, { smtpHost: 'evil.example.org', smtpPassword: words[1] }))
  const { version } = await screenOf(admin)
  said.push(await save(admin, { smtpPassword: words[0], smtpPort: 'x' }, { version }))
  const own = { name: 'gatewayKey', group: 'mail', title: '密钥', type: 'password' }
  said.push(await admin('POST', `${at}/add`, own), await save(admin, { gatewayKey: words[0] }))
  for (const call of ['index', 'export', 'history?name=smtpPassword', 'history?name=gatewayKey', 'deleted'])
    said.push(await admin('GET', `${at}/${call}`))
  said.push(await admin('POST', `${at}/compare`, { format: 'yardstick-config', values: { smtpPassword: 'x' } }))
  const { rows } =
    await db.execute(sql`select to_jsonb(c)::text as text from change c union all select to_jsonb(c)::text from config c
    union all select to_jsonb(i)::text from idempotency i`)
  said.push(rows, logged, await token('admin', {}).then((answer) => answer.text()))
  const all = JSON.stringify(said)
  for (const word of words) {
    expect(all).not.toContain(word)
    expect(all).not.toContain(Buffer.from(word).toString('base64'))
  }
  await save(admin, { smtpPassword: words[0] })
  const history = (await admin('GET', `${at}/history?name=smtpPassword`)).data as {
    list: { id: number; fields: unknown }[]
  }
  expect(history.list[0]?.fields).toEqual([{ field: 'smtpPassword', before: '', after: '' }])
  // Undo brings the earlier one back without showing it; removing forgets it.
  const last = history.list[0]?.id
  expect(await admin('POST', `${at}/undo`, { changeId: last })).toMatchObject({ code: 200, msg: 'Change undone' })
  expect(await readSecret(db, secret, 'smtpPassword')).toBe(words[1])
  expect(await save(admin, {}, { remove: ['smtpPassword'] })).toMatchObject({ code: 200 })
  expect(await readSecret(db, secret, 'smtpPassword')).toBe('')
  expect(await save(admin, {}, { remove: ['siteName'] })).toMatchObject(
    refusedAt('siteName', 'There is no item “siteName”.'),
  )
})

test('own items of every type are added, used, deleted and brought back; built-in settings stay', async () => {
  const made = await startApi()
  const { db, signIn, api } = made
  const admin = await signIn()
  const shown = (await send(made, admin, 'a.png', await picture('png'))).data.url
  const text = (await send(made, admin, 'a.txt', 'text')).data.url
  expect(await admin('POST', `${at}/addGroup`, { name: 'school', title: '学校', titleEn: 'School' })).toMatchObject({
    code: 200,
    msg: 'Group added',
  })
  const samples: Record<string, unknown> = {
    text: 'a',
    textarea: 'a\nb',
    password: 'p w',
    integer: 3,
    number: 1.5,
    money: 1250,
    switch: 0,
    select: 'x',
    selects: ['x'],
    radio: 'x',
    checkbox: ['x'],
    texts: ['a', 'b'],
    pairs: [{ key: 'a', value: 'b' }],
    date: '2026-09-01',
    datetime: '2026-09-01T08:00:00.000Z',
    time: '08:30:00',
    year: 2026,
    color: '#aabbcc',
    icon: 'fa fa-home',
    image: shown,
    images: [shown],
    file: text,
    files: [text, shown],
    editor: '<p>a</p>',
    area: '110101',
  }
  for (const [type, value] of Object.entries(samples)) {
    const name = `own_${type}`
    const body = {
      name,
      group: 'school',
      title: type,
      type,
      options: [{ key: 'x', value: 'X' }],
      public: type === 'text',
    }
    expect(await admin('POST', `${at}/add`, body), type).toMatchObject({ code: 200, msg: 'Item added' })
    expect(await save(admin, { [name]: value }), type).toMatchObject({ code: 200 })
    if (type !== 'password') expect(await itemOf(admin, name), type).toMatchObject({ values: { [name]: value } })
  }
  const site = (await (await api.request('/api/site')).json()) as { data: { own: unknown } }
  expect(site.data.own).toEqual({ own_text: 'a' })
  for (const [field, wrong, text] of [
    ['name', { name: '1st' }, 'A name begins with a letter and has at most 30 letters, digits and underscores.'],
    ['name', { name: 'OWN_text' }, 'This name is taken.'],
    ['name', { name: 'smtpHost' }, 'This name is taken.'],
    ['options', { type: 'select', options: [] }, 'This type needs options.'],
    ['options', { type: 'select', options: [{ key: '', value: 'a' }] }, 'Each option needs a key.'],
    [
      'options',
      {
        type: 'select',
        options: [
          { key: 'a', value: '' },
          { key: 'a', value: '' },
        ],
      },
      'Two options have the same key.',
    ],
    ['max', { min: 3, max: 1 }, 'The maximum is below the minimum.'],
    ['public', { type: 'password', public: true }, 'A secret cannot be public.'],
  ] as const) {
    const body = { name: 'fresh', group: 'school', title: 'X', type: 'text', ...wrong }
    expect(await admin('POST', `${at}/add`, body), JSON.stringify(wrong)).toMatchObject(refusedAt(field, text))
  }
  expect(await admin('POST', `${at}/delGroup`, { name: 'school' })).toMatchObject({
    code: 409,
    msg: 'The group still has items. Delete them first.',
  })
  const [builtIn] = await db.select({ id: config.id }).from(config).where(eq(config.name, 'version'))
  expect(await admin('DELETE', `${at}/del?ids[]=${builtIn?.id}`)).toMatchObject({
    code: 403,
    msg: 'Built-in settings cannot be deleted.',
  })
  const { id } = await itemOf(admin, 'own_text')
  expect(await admin('DELETE', `${at}/del?ids[]=${id}`)).toMatchObject({ code: 200, msg: 'Item deleted' })
  await expect(itemOf(admin, 'own_text')).rejects.toThrow()
  const { list } = (await admin('GET', `${at}/deleted`)).data as { list: { changeId: number; name: string }[] }
  expect(list[0]).toMatchObject({ name: 'own_text' })
  expect(await admin('POST', `${at}/undo`, { changeId: list[0]?.changeId })).toMatchObject({ code: 200 })
  expect(await itemOf(admin, 'own_text')).toMatchObject({ values: { own_text: 'a' } })
  expect(await admin('POST', `${at}/delGroup`, { name: 'nowhere' })).toMatchObject({ msg: 'There is no such group.' })
})

test('each item has a history, and one change is undone', async () => {
  const { signIn } = await startApi()
  const admin = await signIn()
  await save(admin, { recordNumber: 'A' })
  await save(admin, { recordNumber: 'B', version: 'v2' })
  const read = async () =>
    (await admin('GET', `${at}/history?name=recordNumber`)).data as {
      list: { id: number; undoable: boolean; actor: { name: string }; fields: object[] }[]
    }
  const { list } = await read()
  expect(list[0]).toMatchObject({
    actor: { name: 'admin' },
    undoable: true,
    fields: [{ field: 'recordNumber', before: 'A', after: 'B' }],
  })
  expect(await admin('POST', `${at}/undo`, { changeId: list[1]?.id })).toMatchObject({
    code: 409,
    msg: 'The item was changed since. Undo the later changes first.',
  })
  expect(await admin('POST', `${at}/undo`, { changeId: list[0]?.id })).toMatchObject({ code: 200 })
  expect(await itemOf(admin, 'recordNumber')).toMatchObject({ values: { recordNumber: 'A' } })
  expect(await itemOf(admin, 'version')).toMatchObject({ values: { 'version@': 'v2' } })
  expect(await admin('POST', `${at}/undo`, { changeId: 999_999 })).toMatchObject({
    code: 404,
    msg: 'This change cannot be undone.',
  })
})

test('an export is taken over by another site, which says before what would change', async () => {
  const [from, into] = [await startApi(), await startApi()]
  const [admin, other] = [await from.signIn(), await into.signIn()]
  await admin('POST', `${at}/addGroup`, { name: 'school', title: '学校' })
  await admin('POST', `${at}/add`, { name: 'motto', group: 'school', title: '校训', type: 'text' })
  await save(admin, { motto: 'Measure twice', recordNumber: 'A', smsSecret: 'hidden' })
  const file = (await admin('GET', `${at}/export`)).data as { values: object }
  expect(file.values).not.toHaveProperty('smsSecret')
  const compared = await other('POST', `${at}/compare`, { ...file, values: { ...file.values, smsSecret: 'typed' } })
  expect(compared).toMatchObject({
    data: { newGroups: ['学校'], newItems: ['校训'], skipped: ['smsSecret'] },
  })
  const { differences } = compared.data as { differences: { name: string }[] }
  expect(differences.map(({ name }) => name).sort()).toEqual(['motto', 'recordNumber'])
  expect(
    await other('POST', `${at}/import`, { ...file, values: { ...file.values, timeZone: 'Nowhere' } }),
  ).toMatchObject({
    code: 422,
  })
  await expect(itemOf(other, 'motto')).rejects.toThrow()
  expect(await other('POST', `${at}/import`, file)).toMatchObject({ code: 200, msg: '4 changes imported' })
  expect(await itemOf(other, 'motto')).toMatchObject({ values: { motto: 'Measure twice' } })
  expect(await other('POST', `${at}/import`, { format: 'else', values: {} })).toMatchObject(
    refusedAt('format', 'This is not a configuration file of this product.'),
  )
})

test('only those whose data scope has no limit change the configuration', async () => {
  const api = await startApi()
  const nodes = ['routine/config/index', 'routine/config/edit', 'routine/config/add', 'routine/config/del'] as const
  await addOfficer(api, { username: 'all', nodes: [...nodes], scope: 'all' })
  await addOfficer(api, { username: 'few', nodes: [...nodes], scope: 'own' })
  await addOfficer(api, { username: 'reader', nodes: ['routine/config/index'], scope: 'all' })
  const [all, few, reader] = await Promise.all(['all', 'few', 'reader'].map((name) => api.signIn('admin', name)))
  if (!all || !few || !reader) throw new Error('nobody')
  expect(await save(all, { recordNumber: 'A' })).toMatchObject({ code: 200 })
  expect(await screenOf(few)).toMatchObject({ mayChange: false })
  expect(await save(few, { recordNumber: 'B' })).toMatchObject({
    code: 403,
    msg: 'The configuration concerns everyone. Only accounts with the data scope “all” can change it.',
  })
  expect(await save(reader, { recordNumber: 'B' })).toMatchObject({ code: 403 })
  expect(await few('POST', `${at}/testMail`, { to: 'a@example.org', values: {} })).toMatchObject({ code: 403 })
  const response = await api.api.request(`${at}/index`)
  expect(response.status).toBe(401)
})
