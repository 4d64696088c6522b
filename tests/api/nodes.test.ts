import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { operations } from '#src/features/contract.server.ts'
import type { Node } from '#src/resource/registry.ts'
import { operationName } from '#src/server/openapi/operation.server.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'

type Request = readonly [method: string, path: string, body?: object]

const verbs = ['index', 'add', 'edit', 'del'] as const
type Verb = (typeof verbs)[number]

const base = '/adminApi/organization'
const nodesOf = (some: readonly Verb[]) => some.map((verb): Node => `baseInfo/organization/${verb}`)

test('each call of a resource asks for its own node: three of the four are not enough', async () => {
  const made = await startApi()
  const admin = await made.signIn()
  const ids = await addOrganizations(admin)
  await admin('POST', `${base}/edit`, { id: ids.S1, name: 'Renamed' })
  await admin('DELETE', `${base}/del?ids[]=${ids.S2}`)
  const changeOf = async (rowId: number, operation: 'update' | 'delete') => {
    const { rows } = await made.db.execute(sql`select id from change
      where table_name = 'organization' and row_id = ${rowId} and operation = ${operation}`)
    return rows[0]?.id
  }
  const row = { name: 'New', type: 'school', pid: ids.D1, levelIds: [] }
  // In this order, an officer with all nodes is never refused.
  const requests: Record<Verb, readonly Request[]> = {
    index: [
      ['GET', `${base}/index`],
      ['GET', `${base}/page`],
      ['GET', `${base}/sums`],
      ['GET', `${base}/edit?id=${ids.S1}`],
      ['GET', `${base}/select?field=pid`],
      ['GET', `${base}/history?id=${ids.S1}`],
      ['GET', `${base}/export?format=csv`],
      ['POST', `${base}/export?format=csv`, { ids: [ids.S1] }],
    ],
    add: [
      ['POST', `${base}/add`, { ...row, code: 'N1' }],
      ['POST', `${base}/page`, { ...row, code: 'N2' }],
      ['POST', `${base}/restore`, { id: ids.S2, changeId: await changeOf(ids.S2, 'delete') }],
    ],
    edit: [
      ['POST', `${base}/edit`, { id: ids.S1, contact: 'Li' }],
      ['POST', `${base}/page`, { id: ids.S1, contact: 'Wang' }],
      ['POST', `${base}/bulkEdit`, { ids: [ids.S1], values: { status: 0 } }],
      ['POST', `${base}/sortable`, { id: ids.D1, targetId: ids.D2 }],
      ['POST', `${base}/restore`, { id: ids.S1, changeId: await changeOf(ids.S1, 'update') }],
    ],
    del: [
      ['DELETE', `${base}/del?ids[]=${ids.S1}`],
      ['DELETE', `${base}/page/${ids.S2}`],
      ['POST', `${base}/bulkDel`, { ids: [ids.D2] }],
    ],
  }
  const officerWith = async (username: string, held: readonly Verb[]) => {
    await addOfficer(made, { username, nodes: nodesOf(held), scope: 'all' })
    const { tokens } = await made.signIn('admin', username)
    return async ([method, path, body]: Request) => {
      const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' }
      const answer = await made.api.request(path, { method, headers, body: body && JSON.stringify(body) })
      await answer.arrayBuffer()
      return answer.status
    }
  }
  for (const missing of verbs) {
    const held = verbs.filter((verb) => verb !== missing)
    const officer = await officerWith(`without-${missing}`, held)
    for (const request of requests[missing])
      expect(await officer(request), `without ${missing}: ${request.slice(0, 2).join(' ')}`).toBe(403)
  }
  const everything = await officerWith('everything', verbs)
  for (const verb of verbs) {
    for (const request of requests[verb])
      expect(await everything(request), `with ${verb}: ${request.slice(0, 2).join(' ')}`).toBe(200)
  }
})

/** Operations that every signed-in back-office user may call: their own data, or data without a restriction. */
const open = [
  /^GET \/adminApi\/(user\/info|menu)$/,
  /^POST \/adminApi\/user\/(profile|password|preferences|avatar|email|mobile)$/,
  /^GET \/adminApi\/user\/changes$/,
  // It ends only what the caller has begun.
  /^POST \/adminApi\/view-as\/end$/,
  // It searches only what the caller may read (see find.test.ts).
  /^GET \/adminApi\/find\/records$/,
  /^\w+ \/adminApi\/(session|apiToken|view|job|notice|proof|factor)\/\w+$/,
  /^GET \/admin\/ajax\/area$/,
  // Everybody may send files, and has the own ones (see tests/files).
  /^POST \/admin\/sys-file\/upload$/,
  /^GET \/admin\/ajax\/buildSuffixSvg$/,
  /^(GET|POST) \/adminApi\/attachment\/(choose|sign)$/,
  // Everybody's own sign-ins of other providers.
  /^(GET|POST) \/adminApi\/identity\/\w+$/,
  // It needs a runtime resource, and there is none here (see runtime-resource.test.ts).
  /^GET \/adminApi\/resource\/description$/,
  // A page needs the node of its menu, and there is none here (see tests/modules/pages.test.ts).
  /^GET \/adminApi\/module\/(page|icon)$/,
]

/** Valid values that these operations check before they check the node. */
const plan = { sheet: 0, header: 1, mapping: ['code'], keys: ['code'], mode: 'both' }
const contents: readonly [call: RegExp, query: string, body: object][] = [
  [/\/restore$/, '', { id: 1, changeId: 1 }],
  [/\/importRows$/, '?id=1&action=new', {}],
  [/\/import(View|Report)$/, '?id=1', {}],
  [/\/import(Preview|Check|Run)$/, '', { id: 1, plan }],
  [/\/importUndo$/, '', { id: 1 }],
]

test('whoever holds no node is let in nowhere but where everybody is', async () => {
  const made = await startApi()
  const admin = await made.signIn()
  await addOrganizations(admin)
  const { rows } = await made.db.execute(
    sql`select max(change_set_id) as id from change where table_name = 'organization'`,
  )
  const given = [...contents, [/\/history\/undo$/, '', { changeSetId: rows[0]?.id }] as const]
  await addOfficer(made, { username: 'nobody', nodes: [], scope: 'all' })
  const { tokens } = await made.signIn('admin', 'nobody')
  const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' }
  const letIn: string[] = []
  for (const call of operations) {
    if (call.security !== 'admin' || open.some((one) => one.test(operationName(call)))) continue
    const [, query = '', body = {}] = given.find(([pattern]) => pattern.test(call.path)) ?? []
    const answer = await made.api.request(call.path.replace('{id}', '1') + query, {
      method: call.method.toUpperCase(),
      headers,
      body: call.method === 'post' ? JSON.stringify(body) : undefined,
    })
    if (answer.status !== 403) letIn.push(`${operationName(call)} → ${answer.status} ${await answer.text()}`)
  }
  expect(letIn).toEqual([])
})
