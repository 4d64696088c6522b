import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { systemAuthor } from '#src/db/write.server.ts'
import { lockAccount } from '#src/features/auth/account.server.ts'
import { findActorOfApiToken } from '#src/server/access/actor.server.ts'
import { ADMIN_PASSWORD, addOrganizations, type Caller, callerOf, startApi, type TestApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'

const INDEX = 'baseInfo/organization/index'
const ADD = 'baseInfo/organization/add'
type Made = { id: number; token: string; expireTime: string }

const make = async (call: Caller, more: object = {}) => {
  const answer = await call('POST', '/adminApi/apiToken/add', { name: 'Sync', nodes: [INDEX], ...more })
  expect(answer).toMatchObject({ code: 200 })
  return answer.data as Made
}

const using =
  (api: TestApi, token: string, address = '203.0.113.7') =>
  async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en', 'content-type': 'application/json' }
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await api.api.request(path, init, { address })
    return { status: answer.status, ...((await answer.json()) as { code: number; msg: string; data: unknown }) }
  }

const listed = async (call: Caller, more = '') => {
  const { data } = await call('GET', `/adminApi/apiToken/index${more}`)
  return (data as { list: Record<string, unknown>[] }).list
}

const school = { code: 'T1', name: 'Token school', type: 'school', pid: null, levelIds: [] }
const refused = { code: 403, msg: 'API tokens cannot do this. Please sign in.', data: { reason: 'apiToken' } }

test('a token does what was chosen, as its owner, and is shown once', async () => {
  const api = await startApi()
  await addOfficer(api, { username: 'office', nodes: [INDEX, ADD], scope: 'all' })
  const owner = await api.signIn('admin', 'office')
  const { id, token, expireTime } = await make(owner, { nodes: [INDEX, ADD] })
  expect(token).toMatch(/^yst_[A-Za-z\d]{44}$/)
  const days = (Date.parse(expireTime) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(89.9)
  expect(days).toBeLessThan(90.1)
  const { rows: stored } = await api.db.execute<{
    all: string
  }>(sql`select concat((select json_agg(t) from api_token t)::text,
    (select json_agg(k) from api_token_key k)::text, (select json_agg(c) from change c)::text, (select json_agg(i) from idempotency i)::text) as all`)
  expect(stored[0]?.all).not.toContain(token)
  expect(api.logged.join('')).not.toContain(token)
  const call = using(api, token)
  expect(await call('GET', '/adminApi/organization/index')).toMatchObject({ code: 200 })
  expect(await call('POST', '/adminApi/organization/add', school)).toMatchObject({ code: 200 })
  expect(await call('GET', '/adminApi/user/info')).toMatchObject({
    code: 200,
    data: { username: 'office', permissions: [INDEX, ADD] },
  })
  // Not chosen, though the owner's are no more.
  expect(
    await using(api, (await make(owner)).token)('POST', '/adminApi/organization/add', { ...school, code: 'T2' }),
  ).toMatchObject({ code: 403 })
  const { rows } = await api.db.execute<{ actor_name: string; address: string }>(
    sql`select s.actor_name, s.address from change c join change_set s on s.id = c.change_set_id where c.table_name = 'organization' and c.operation = 'insert' order by c.id`,
  )
  expect(rows).toEqual([{ actor_name: 'office (API: Sync)', address: '203.0.113.7' }])
  const lines = api.logged.map((line) => JSON.parse(line) as { path?: string; apiToken?: number })
  expect(lines.find(({ path }) => path === '/adminApi/organization/add')).toMatchObject({ apiToken: id })
  expect((await listed(owner)).find((one) => one.id === id)).toEqual({
    id,
    name: 'Sync',
    nodes: [INDEX, ADD],
    addresses: '',
    createTime: expect.stringMatching(/Z$/),
    expireTime,
    lastUseTime: expect.stringMatching(/Z$/),
    lastUseIp: '203.0.113.7',
    ending: token.slice(-4),
    state: 'valid',
  })
})

test('a token is limited by its owner, its addresses and the roles, and ends with any of them', async () => {
  const product = await startApi()
  // A token ends with its time, its revocation, and the lock and the deletion of its owner.
  {
    const api = product
    const id = await addOfficer(api, { username: 'ending', nodes: [INDEX], scope: 'all' })
    const owner = await api.signIn('admin', 'ending')
    const [old, gone, kept] = [await make(owner), await make(owner), await make(owner)]
    const code = async ({ token }: Made) => (await using(api, token)('GET', '/adminApi/organization/index')).code
    await api.db.execute(sql`update api_token set expire_time = now() where id = ${old.id}`)
    expect(await code(old)).toBe(401)
    expect(await owner('DELETE', `/adminApi/apiToken/del?ids[]=${gone.id}`)).toMatchObject({
      code: 200,
      msg: 'Token revoked',
    })
    expect(await code(gone)).toBe(401)
    expect(await owner('DELETE', `/adminApi/apiToken/del?ids[]=${gone.id}&ids[]=999999`)).toMatchObject({ code: 404 })
    expect((await listed(owner)).map(({ state }) => state)).toEqual(['valid', 'ended', 'expired'])
    // A new password ends sign-ins. A program goes on, and its token is in the list.
    expect(
      await owner('POST', '/adminApi/user/password', { oldPassword: ADMIN_PASSWORD, newPassword: 'Paper-boat-7' }),
    ).toMatchObject({ code: 200 })
    expect(await code(kept)).toBe(200)
    await lockAccount(api.db, systemAuthor, id)
    expect(await code(kept)).toBe(401)
    await api.db.execute(sql`update account set status = 1 where id = ${id}`)
    expect(await code(kept)).toBe(401)
    const again = await make(await api.signIn('admin', 'ending'))
    expect(await code(again)).toBe(200)
    await api.db.execute(sql`delete from account where id = ${id}`)
    expect(await code(again)).toBe(401)
  }
  // A token never has more than its owner holds now.
  {
    const api = product
    const admin = await api.signIn()
    const { D1, D2 } = await addOrganizations(admin)
    const id = await addOfficer(api, { username: 'moved', nodes: [INDEX, ADD], scope: 'orgBelow', deptId: D1 })
    const call = using(api, (await make(await api.signIn('admin', 'moved'), { nodes: [INDEX, ADD] })).token)
    const seen = async () => {
      const { data } = await call('GET', '/adminApi/organization/index')
      return (data as { list: { id: number }[] }).list.map((one) => one.id)
    }
    expect(await seen()).toContain(D1)
    expect(await seen()).not.toContain(D2)
    await api.db.execute(sql`update admin_profile set dept_id = ${D2} where account_id = ${id}`)
    expect(await seen()).toContain(D2)
    expect(await seen()).not.toContain(D1)
    await api.db.execute(sql`delete from role_rule where rule_id = (select id from rule where name = ${ADD})`)
    expect(await call('POST', '/adminApi/organization/add', school)).toMatchObject({ code: 403 })
    await api.db.execute(sql`delete from account_role where account_id = ${id}`)
    expect(await call('GET', '/adminApi/organization/index')).toMatchObject({ code: 403 })
  }
  // A token works from its addresses alone, and within the limits of the roles of its owner.
  {
    const api = product
    await addOfficer(api, { username: 'placed', nodes: [INDEX], scope: 'all' })
    const owner = await api.signIn('admin', 'placed')
    const { token } = await make(owner, { addresses: '10.8.0.0/16\n2001:db8::/32' })
    const code = async (address: string) =>
      (await using(api, token, address)('GET', '/adminApi/organization/index')).code
    expect(await code('10.8.1.1')).toBe(200)
    expect(await code('::ffff:10.8.1.1')).toBe(200)
    expect(await code('2001:db8::1')).toBe(200)
    expect(await using(api, token, '10.9.1.1')('GET', '/adminApi/organization/index')).toMatchObject({
      code: 403,
      msg: 'This API token cannot be used from 10.9.1.1.',
    })
    await api.db.execute(sql`update role set sign_in_addresses = '10.8.9.0/24' where name = 'role of placed'`)
    expect(await code('10.8.1.1')).toBe(403)
    expect(await code('10.8.9.1')).toBe(200)
  }
  // A role that asks for a second factor stops the tokens of an owner without one only.
  {
    const api = product
    const id = await addOfficer(api, { username: 'factored', nodes: [INDEX], scope: 'all' })
    const call = using(api, (await make(await api.signIn('admin', 'factored'))).token)
    await api.db.execute(
      sql`update role set second_factor = 'required', grace_days = 0 where name = 'role of factored'`,
    )
    expect(await call('GET', '/adminApi/organization/index')).toMatchObject({ code: 403, data: { reason: 'enroll' } })
    await api.db.execute(
      sql`insert into totp_factor (account_id, sealed_secret, confirm_time) values (${id}, 'sealed', now())`,
    )
    expect(await call('GET', '/adminApi/organization/index')).toMatchObject({ code: 200 })
  }
  // What the request lacks is said at its field.
  {
    const api = product
    await addOfficer(api, { username: 'lacking', nodes: [INDEX], scope: 'all' })
    const owner = await api.signIn('admin', 'lacking')
    const said = async (body: object) => {
      const { code, data } = await owner('POST', '/adminApi/apiToken/add', { name: 'Sync', nodes: [INDEX], ...body })
      return [code, (data as { errors?: object }).errors]
    }
    expect(await said({ nodes: [] })).toEqual([422, { nodes: ['Choose at least one permission'] }])
    expect(await said({ nodes: [INDEX, ADD] })).toEqual([422, { nodes: ['You do not hold all of these permissions'] }])
    expect(await said({ nodes: 'all' })).toMatchObject([422, { nodes: [expect.any(String)] }])
    expect(await said({ days: 366 })).toMatchObject([422, { days: [expect.any(String)] }])
    expect(await said({ days: 0 })).toMatchObject([422, { days: [expect.any(String)] }])
    expect(await said({ name: ' ' })).toMatchObject([422, { name: ['The content cannot be empty'] }])
    expect(await said({ addresses: '10.0.0.0/8\nhere' })).toMatchObject([
      422,
      { addresses: [expect.stringContaining('here')] },
    ])
    const key = { 'idempotency-key': 'token-key-1' }
    const body = { name: 'Once', nodes: [INDEX] }
    expect(await owner('POST', '/adminApi/apiToken/add', body, key)).toMatchObject({ code: 200, msg: 'Token created' })
    expect(await owner('POST', '/adminApi/apiToken/add', body, key)).toMatchObject({
      code: 409,
      msg: 'The token was created, and is answered once only. Revoke it and make another one.',
    })
    await api.db.execute(sql`insert into api_token (account_id, name, nodes, expire_time)
      select account_id, name, nodes, expire_time from api_token, generate_series(1, 19)`)
    expect(await owner('POST', '/adminApi/apiToken/add', body)).toMatchObject({
      code: 409,
      msg: 'An account has at most 20 API tokens. Revoke one that is not used any more.',
    })
  }
})

test('a token of a super administrator has the chosen permissions alone, and no super rights', async () => {
  const api = await startApi()
  const admin = await api.signIn()
  const { D1, D2 } = await addOrganizations(admin)
  const nodes = [
    INDEX,
    'user-role/user/index',
    'user-role/user/edit',
    'user-role/user/add',
    'user-role/role/edit',
    'user-role/role/add',
  ]
  const call = using(api, (await make(admin, { nodes })).token)
  const { data } = await call('GET', '/adminApi/organization/index')
  expect((data as { list: { id: number }[] }).list.map(({ id }) => id)).toEqual(expect.arrayContaining([D1, D2]))
  expect(await call('GET', '/adminApi/subject/index')).toMatchObject({ code: 403 })
  expect(await call('POST', '/admin/ajax/clearCache', {})).toMatchObject({ code: 403 })
  const office = await addOfficer(api, { username: 'office', nodes: [INDEX], scope: 'all' })
  await addOfficer(api, { username: 'second', nodes: [INDEX], scope: 'all' })
  const { rows } = await api.db.execute<{ id: number; version: number; role: number; role_version: number }>(sql`
    select a.id, a.version, r.id as role, r.version as role_version from account a, role r where a.username = 'office' and r.name = 'role of second'`)
  const [{ version, role, role_version } = { version: 0, role: 0, role_version: 0 }] = rows
  // The data of an account, yes; nothing that gives rights.
  expect(await call('POST', '/adminApi/user/edit', { id: office, version, nickname: 'Office' })).toMatchObject({
    code: 200,
  })
  const next = { id: office, version: version + 1 }
  expect(await call('POST', '/adminApi/user/edit', { ...next, roleIds: [] })).toMatchObject(refused)
  expect(await call('POST', '/adminApi/user/edit', { ...next, password: 'Paper-boat-7' })).toMatchObject({ code: 422 })
  expect(await call('POST', '/adminApi/user/edit', { ...next, super: 1 })).toMatchObject({ code: 422 })
  expect(await call('POST', '/adminApi/role/edit', { id: role, version: role_version, name: 'More' })).toMatchObject({
    code: 422,
  })
  expect(await call('POST', '/adminApi/role/grant', { roleId: role, accountId: office, endTime: null })).toMatchObject({
    code: 403,
  })
  const { rows: supers } = await api.db.execute<{ id: number; version: number }>(
    sql`select id, version from account where super`,
  )
  expect(
    await call('POST', '/adminApi/user/edit', { id: supers[0]?.id, version: supers[0]?.version, email: 'a@b.example' }),
  ).toMatchObject(refused)
})

const forSessionsOnly = [
  ['GET', '/adminApi/apiToken/index /adminApi/session/index /adminApi/user/changes /adminApi/job/events'],
  ['DELETE', '/adminApi/apiToken/del?ids[]=1 /adminApi/session/del?ids[]=1 /auth/token/logout'],
  ['POST', '/adminApi/apiToken/add /adminApi/session/endOthers /adminApi/view-as/begin /adminApi/notice/read'],
  ['POST', '/adminApi/user/profile /adminApi/user/password /adminApi/user/email /adminApi/user/preferences'],
  ['POST', '/api/password/check'],
] as const

test('a token opens nothing of a sign-in and nothing of jobs of its owner, is revoked from above, and not guessed', async () => {
  const product = await startApi()
  // What belongs to a sign-in is not for API tokens.
  {
    const api = product
    const { token } = await make(await api.signIn())
    for (const [method, paths] of forSessionsOnly)
      for (const path of paths.split(' '))
        expect(await using(api, token)(method, path, method === 'POST' ? {} : undefined), path).toMatchObject(refused)
  }
  // A token is created with a fresh proof only, and gives none itself.
  {
    const api = product
    const owner = await api.signIn()
    const unproven = callerOf(api.api, owner.tokens)
    expect(await unproven('POST', '/adminApi/apiToken/add', { name: 'Sync', nodes: [INDEX] })).toMatchObject({
      code: 403,
      data: { reason: 'stepUp' },
    })
    const { token } = await make(owner)
    const call = using(api, token)
    expect(await call('POST', '/adminApi/proof/give', { way: 'password', password: ADMIN_PASSWORD })).toMatchObject({
      code: 403,
    })
  }
  // A token sees and stops the jobs that it has started, and none of its owner.
  {
    const api = product
    const owner = await api.signIn()
    const made = await make(owner)
    const { rows } = await api.db.execute<{ id: number }>(sql`
      insert into job (kind, input, owner_id, locale, state, api_token_id)
      select 'test', '{}', a.id, 'en', 'queued', token from account a, unnest(array[null, ${made.id}::bigint]) token
      where a.username = 'admin' returning id`)
    const [own, started] = rows.map(({ id }) => Number(id))
    const call = using(api, made.token)
    const ids = (answer: { data: unknown }) => (answer.data as { list: { id: number }[] }).list.map(({ id }) => id)
    expect(ids(await call('GET', '/adminApi/job/index'))).toEqual([started])
    expect(ids(await owner('GET', '/adminApi/job/index')).sort()).toEqual([own, started])
    expect(await call('GET', `/adminApi/job/info?id=${own}`)).toMatchObject({ code: 404 })
    expect(await call('POST', '/adminApi/job/cancel', { id: own })).toMatchObject({ code: 404 })
    expect(await call('POST', '/adminApi/job/cancel', { id: started })).toMatchObject({ code: 200 })
    await owner('POST', '/adminApi/job/cancel', { id: own })
    expect(await call('POST', '/adminApi/job/dismiss', {})).toMatchObject({ data: { count: 1 } })
  }
  // A job that a token has started has the rights of the token, and none when it is revoked.
  {
    const api = product
    const owner = await api.signIn()
    const made = await make(owner)
    const actor = await findActorOfApiToken(api.db, made.id)
    expect(actor).toMatchObject({ super: false, apiToken: { id: made.id, name: 'Sync' } })
    expect([...(actor?.nodes ?? [])]).toEqual([INDEX])
    await owner('DELETE', `/adminApi/apiToken/del?ids[]=${made.id}`)
    expect(await findActorOfApiToken(api.db, made.id)).toBeUndefined()
  }
  // An administrator sees and revokes the tokens of an account below, and makes none for it.
  {
    const api = product
    const id = await addOfficer(api, { username: 'below', nodes: [INDEX], scope: 'all' })
    await addOfficer(api, { username: 'other', nodes: [INDEX], scope: 'all' })
    const made = await make(await api.signIn('admin', 'below'))
    const [admin, other] = [await api.signIn(), await api.signIn('admin', 'other')]
    expect(await listed(admin, `?accountId=${id}`)).toHaveLength(1)
    expect(await other('GET', `/adminApi/apiToken/index?accountId=${id}`)).toMatchObject({ code: 403 })
    expect(await other('DELETE', `/adminApi/apiToken/del?ids[]=${made.id}`)).toMatchObject({ code: 404 })
    expect(await admin('POST', '/adminApi/apiToken/add', { accountId: id, name: 'X', nodes: [INDEX] })).toMatchObject({
      code: 422,
    })
    expect(await admin('DELETE', `/adminApi/apiToken/del?ids[]=${made.id}&accountId=${id}`)).toMatchObject({
      code: 200,
    })
    expect(await using(api, made.token)('GET', '/adminApi/organization/index')).toMatchObject({ code: 401 })
    const { rows } = await api.db.execute<{ actor_name: string; operation: string }>(
      sql`select s.actor_name, c.operation from change c join change_set s on s.id = c.change_set_id where c.table_name = 'api_token' and c.row_id = ${made.id} order by c.id`,
    )
    expect(rows).toEqual([
      { actor_name: 'below', operation: 'insert' },
      { actor_name: 'admin', operation: 'update' },
    ])
  }
  // Guessing is hindered, and hinders no valid token.
  {
    const api = product
    const { token } = await make(await api.signIn())
    const guess = `yst_${'x'.repeat(44)}`
    const codes: number[] = []
    for (let time = 0; time < 22; time++)
      codes.push((await using(api, guess)('GET', '/adminApi/organization/index')).code)
    expect(codes.slice(0, 19)).toEqual(Array(19).fill(401))
    expect(codes.at(-1)).toBe(429)
    expect(await using(api, token)('GET', '/adminApi/organization/index')).toMatchObject({ code: 200 })
    expect(await using(api, token.toLowerCase())('GET', '/adminApi/organization/index')).toMatchObject({ code: 429 })
  }
})
