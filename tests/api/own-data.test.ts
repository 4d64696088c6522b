import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { type Caller, callerOf, MEMBER_PASSWORD } from '../support/api.ts'
import { setUpApp } from '../support/factors.ts'
import { startLedgers } from '../support/ledgers.ts'
import { archiveOf, keyOf, openArchive } from '../support/own-data.ts'
import { accountOf, startPlain } from '../support/own-member.ts'
import { proofFor } from '../support/proofs.ts'
import { send } from '../support/uploads.ts'

const text = (files: Map<string, Buffer>, name: string) => files.get(name)?.toString() ?? ''
// Seam: the tests know the shape of what they read.
const json = <T>(files: Map<string, Buffer>, name: string) => JSON.parse(text(files, name)) as T

/** A member with something in every part of the archive, and another one with the same. */
async function start() {
  const made = await startLedgers(1)
  const { admin, clerk, db, one, places } = made
  await db.execute(sql`update account set username = 'stranger', nickname = 'Strange-Nick', name = 'Strange-Name',
    email = 'strange@example.org', phone = '13811112222', avatar = '/strange-avatar.png' where id = ${one}`)
  await db.execute(sql`update member_profile set motto = 'Strange-Motto' where account_id = ${one}`)
  await db.execute(sql`update account set nickname = 'Officer-Nick', name = 'Officer-Name' where username = 'clerk'`)
  await db.execute(sql`update member_group set note = 'Internal-Note'`)
  const own = await accountOf(db, 'member')
  const edited = { id: own, email: 'me@example.org', birthday: '2001-02-03', orgId: places.S1 }
  expect(await admin('POST', '/adminApi/member/edit', edited)).toMatchObject({ code: 200 })
  const first = await made.signIn('user', 'member', MEMBER_PASSWORD)
  expect((await made.token('user', { username: 'member', password: 'wrong' })).status).toBe(400)
  const stranger = await made.signIn('user', 'stranger')
  const people: [Caller, number, string][] = [
    [first, own, 'Mine'],
    [stranger, one, 'Strange'],
  ]
  for (const [call, accountId, word] of people) {
    const name = { nickname: `${word}-Nick`, signature: `${word}-Motto` }
    expect((await call('POST', '/api/user/profile', name)).code).toBe(200)
    for (const [amount, memo] of [
      [1250, `${word} "prize", =1+1`],
      [-50, `=${word}()`],
    ])
      expect((await clerk('POST', '/adminApi/money-log/add', { accountId, amount, memo })).code).toBe(200)
    const points = { accountId, amount: 7, memo: `${word} quiz` }
    expect((await clerk('POST', '/adminApi/score-log/add', points)).code).toBe(200)
    expect((await send(made, call, `${word} 文件.txt`, `${word} content`, { side: 'user' })).code).toBe(200)
    await db.execute(sql`insert into notice (account_id, kind, data) values
      (${accountId}, 'device', ${JSON.stringify({ ip: `${word}-ip`, agent: '' })}::jsonb)`)
    await db.execute(sql`insert into message_out (channel, event, language, recipient, subject, account_id, sealed, state)
      values ('mail', 'new_device', 'en', ${`${word}@example.org`}, ${`${word} subject`}, ${accountId}, 'sealed-text', 'sent')`)
  }
  await setUpApp(made, first, '/api')
  for (const [accountId, word] of [
    [own, 'Mine'],
    [one, 'Strange'],
  ])
    await db.execute(sql`insert into closing_request (account_id, due_time, state, answer, end_time)
      values (${accountId}::bigint, now(), 'refused', ${`${word} answer`}, now())`)
  const letter = { title: 'To all', content: 'Good morning', audience: 'members', status: 'published' }
  const announced = await admin('POST', '/adminApi/announcement/add', {
    ...letter,
    roleIds: [],
    organizationIds: [],
    groupIds: [],
  })
  expect(announced.code, announced.msg).toBe(200)
  await db.execute(sql`with p as (insert into provider (name, name_en, side, issuer, client_id, client_secret, sort_key)
      values ('统一登录', 'City login', 'user', 'https://id.example.org', 'c', 'client-secret', 'a0') returning id)
    insert into external_identity (account_id, provider_id, side, issuer, subject, label)
    select ${own}::bigint, id, 'user', 'https://id.example.org', 'subject-mine', 'Mine at city' from p
    union all select ${one}::bigint, id, 'user', 'https://id.example.org', 'subject-strange', 'Strange at city' from p`)
  await db.execute(sql`insert into legal_version (kind, text) values ('terms', '{"zh-cn": "条款", "en": "Terms"}')`)
  await db.execute(
    sql`insert into legal_agreement (account_id, version_id) select ${own}::bigint, max(id) from legal_version`,
  )
  await db.execute(sql`insert into passkey (account_id, credential_id, public_key, name) values
    (${own}, 'credential-mine', 'public-key-mine', 'Mine key'), (${one}, 'credential-other', 'public-key-other', 'Strange key')`)
  // Passkeys end the proofs that there were.
  const proven = await proofFor(db, first.tokens.access_token)
  return { ...made, member: callerOf(made.api, first.tokens, proven?.proof), stranger, own }
}

test('the archive has everything that is kept about the member', async () => {
  const made = await start()
  const { files, headers } = await archiveOf(made, made.member)
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="My data \d{4}-\d\d-\d\d\.zip"/)
  expect(headers.get('cache-control')).toBe('no-store')
  const [file = ''] = [...files.keys()].filter((name) => name.startsWith('files/'))
  expect([...files.keys()]).toEqual([
    'README.txt',
    'profile.json',
    'agreements.json',
    'balance.csv',
    'balance.json',
    'points.csv',
    'points.json',
    'sign-ins.json',
    'sessions.json',
    'linked-sign-ins.json',
    'second-factors.json',
    'messages.json',
    'sent-messages.json',
    'changes.json',
    'activity.json',
    'closing-requests.json',
    'family.json',
    'checks.json',
    'files.json',
    file,
  ])
  expect(json(files, 'profile.json')).toMatchObject({
    id: made.own,
    username: 'member',
    nickname: 'Mine-Nick',
    email: 'me@example.org',
    birthday: '2001-02-03',
    motto: 'Mine-Motto',
    organization: 'Name S1',
    money: 1200,
    points: 7,
  })
  expect(json(files, 'agreements.json')).toMatchObject([{ kind: 'terms' }])
  expect(json(files, 'closing-requests.json')).toMatchObject([{ state: 'refused', answer: 'Mine answer' }])
  // The tables are those that the member's own pages export.
  for (const [key, name] of [
    ['money-log', 'balance.csv'],
    ['score-log', 'points.csv'],
  ] as const) {
    const headersOfMember = { authorization: `Bearer ${made.member.tokens.access_token}`, 'accept-language': 'en' }
    const exported = await made.api.request(`/api/${key}/export?format=csv`, { headers: headersOfMember })
    expect(text(files, name)).toBe(Buffer.from(await exported.arrayBuffer()).toString())
  }
  expect(text(files, 'balance.csv')).toContain(`,'=Mine(),-0.50,12.00`)
  expect(json(files, 'balance.json')).toMatchObject([
    { seq: 2, memo: '=Mine()', amount: -50, after: 1200 },
    { seq: 1, memo: 'Mine "prize", =1+1', amount: 1250, after: 1250 },
  ])
  expect(json(files, 'points.json')).toMatchObject([{ seq: 1, memo: 'Mine quiz', amount: 7 }])
  expect(json(files, 'sign-ins.json')).toMatchObject([{ success: false }, { success: true }])
  expect(json<{ sessions: object[] }>(files, 'sessions.json').sessions).toMatchObject([{ current: true }])
  expect(json(files, 'linked-sign-ins.json')).toMatchObject([
    { provider: 'City login', issuer: 'https://id.example.org', subject: 'subject-mine', label: 'Mine at city' },
  ])
  const since = expect.any(String)
  expect(json(files, 'second-factors.json')).toEqual({
    authenticatorApp: { createTime: since },
    passkeys: [{ name: 'Mine key', createTime: since, lastUseTime: null, synced: false }],
    recoveryCodesLeft: 10,
  })
  const messages = json<{ source: string; title: string; text: string }[]>(files, 'messages.json')
  expect(messages).toContainEqual(expect.objectContaining({ title: 'To all', text: 'Good morning', read: false }))
  expect(json(files, 'sent-messages.json')).toMatchObject([{ recipient: 'Mine@example.org', subject: 'Mine subject' }])
  const changes = json<{ by: string; before: object; after: object }[]>(files, 'changes.json')
  expect(changes).toContainEqual(
    expect.objectContaining({ by: 'office', after: expect.objectContaining({ organization: 'Name S1' }) }),
  )
  expect(changes).toContainEqual(
    expect.objectContaining({ by: 'self', after: { motto: 'Mine-Motto' }, before: { motto: '' } }),
  )
  expect(changes).toContainEqual(expect.objectContaining({ by: 'self', after: { secondFactor: 'totp' } }))
  expect(text(files, 'activity.json')).toContain(m.call_ownProfile({}, { locale: 'en' }))
  expect(json(files, 'files.json')).toMatchObject([{ file, name: 'Mine 文件.txt', size: 12 }])
  expect(text(files, file)).toBe('Mine content')
})

test('nothing of other people and no secret is in it', async () => {
  const made = await start()
  const { db } = made
  const { files } = await archiveOf(made, made.member)
  const all = [...files].flatMap(([name, content]) => [name, content.toString()]).join('\n')
  expect(all).toContain('Mine-Nick')
  for (const word of ['strange', 'officer', 'clerk', 'internal-note', '13811112222', 'sealed-text', 'admin'])
    expect(all.toLowerCase(), word).not.toContain(word)
  const { rows: columns } = await db.execute<{ table: string; column: string }>(sql`
    select c.table_name as table, c.column_name as column from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'character varying')
      and column_name ~ '(hash|sealed|secret|public_key|credential_id|^key$|sha)'`)
  expect(columns.length).toBeGreaterThan(12)
  let looked = 0
  for (const { table, column } of columns) {
    const { rows } = await db.execute<{ value: string }>(
      sql`select ${sql.identifier(column)} as value from ${sql.identifier(table)} where length(${sql.identifier(column)}) > 8`,
    )
    for (const { value } of rows) expect(all.includes(value), `${table}.${column}`).toBe(false)
    looked += rows.length
  }
  expect(looked).toBeGreaterThan(10)
  for (const token of [made.member.tokens.access_token, made.member.tokens.refresh_token, made.member.proof ?? '-'])
    expect(all).not.toContain(token)
})

const partsIn = (say: { locale: 'zh-cn' | 'en' }) => [
  ['profile.json', m.ownData_profile({}, say)],
  ['agreements.json', m.ownData_agreements({}, say)],
  ['balance.csv', m.ownData_balanceCsv({}, say)],
  ['balance.json', m.ownData_balanceJson({}, say)],
  ['points.csv', m.ownData_pointsCsv({}, say)],
  ['points.json', m.ownData_pointsJson({}, say)],
  ['sign-ins.json', m.ownData_signIns({}, say)],
  ['sessions.json', m.ownData_sessions({}, say)],
  ['linked-sign-ins.json', m.ownData_linked({}, say)],
  ['second-factors.json', m.ownData_factors({}, say)],
  ['messages.json', m.ownData_messages({}, say)],
  ['sent-messages.json', m.ownData_sentMessages({}, say)],
  ['changes.json', m.ownData_changes({}, say)],
  ['activity.json', m.ownData_activity({}, say)],
  ['closing-requests.json', m.ownData_closing({}, say)],
  ['family.json', m.ownData_family({}, say)],
  ['checks.json', m.ownData_checks({}, say)],
  ['files', m.ownData_files({}, say)],
]

test('it is in the language of the member, and its README says what each file has', async () => {
  const made = await start()
  for (const locale of ['zh-cn', 'en'] as const) {
    const say = { locale }
    const { files, headers } = await archiveOf(made, made.member, locale)
    const name = decodeURIComponent(headers.get('content-disposition') ?? '')
    expect(name).toContain(m.ownData_fileName({}, say))
    const zone = 'Asia/Shanghai'
    const readMe = text(files, 'README.txt').replace('\ufeff', '').split('\r\n')
    const time = /20\d\d-\d\d-\d\d \d\d:\d\d:\d\d/.exec(readMe.join()) ?? ['']
    expect(readMe).toEqual([
      expect.stringContaining(m.ownData_readMeTitle({ site: '' }, say)),
      '',
      m.ownData_readMeOwner({ name: 'Mine-Nick', username: 'member' }, say),
      m.ownData_readMeTime({ time: time[0], zone }, say),
      '',
      m.ownData_readMeContent({}, say),
      ...partsIn(say).map(([file, about]) => `- ${file}: ${about}`),
      '',
      m.ownData_readMeForms({}, say),
      m.ownData_readMeLeftOut({}, say),
      m.ownData_readMeKeep({}, say),
      '',
    ])
    expect(text(files, 'balance.csv')).toContain(m.ownLedger_after({}, say))
    expect(text(files, 'linked-sign-ins.json')).toContain(locale === 'en' ? 'City login' : '统一登录')
    expect(text(files, 'activity.json')).toContain(m.call_ownProfile({}, say))
  }
})

test('a member of whom nothing is kept gets empty lists', async () => {
  const made = await startPlain()
  const { files } = await archiveOf(made, made.stranger)
  expect(text(files, 'balance.csv')).toBe('\ufeffNo.,Time,Note,Change,Balance after\n')
  for (const name of ['balance.json', 'points.json', 'sign-ins.json', 'messages.json', 'files.json', 'agreements.json'])
    expect(json(files, name), name).toEqual([])
  expect(json(files, 'second-factors.json')).toMatchObject({ authenticatorApp: null, passkeys: [] })
})

test('many entries come whole and in order, and whoever leaves holds no connection', async () => {
  const made = await startPlain()
  const { db, one, stranger: member } = made
  await db.transaction(async (tx) => {
    // The trigger would enter them one by one.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`insert into money_log (account_id, amount, memo, seq, before, after)
      select ${one}, 1, 'entry ' || md5(n::text) || md5(n::text || 'x'), n, n - 1, n from generate_series(1, 20001) n`)
    await tx.execute(sql`update member_balance set money = 20001, money_seq = 20001 where account_id = ${one}`)
  })
  const { files } = await archiveOf(made, member)
  const entries = json<{ seq: number; after: number }[]>(files, 'balance.json')
  expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 20_001 }, (_, at) => 20_001 - at))
  expect(text(files, 'balance.csv').trim().split('\n')).toHaveLength(20_002)
  const busy = () => db.$client.totalCount - db.$client.idleCount
  const reader = (await openArchive(made, member, await keyOf(member))).body?.getReader()
  await reader?.read()
  // The reader waits, and the archive with it: the next page is read when it is wanted.
  await expect.poll(busy).toBe(0)
  expect((await openArchive(made, member, await keyOf(member), { method: 'HEAD' })).status).toBe(429)
  await reader?.cancel()
  await expect.poll(busy).toBe(0)
  // The place for exports is free again.
  expect((await openArchive(made, member, await keyOf(member), { method: 'HEAD' })).status).toBe(200)
})
