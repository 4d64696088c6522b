import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'
import type { MenuRule } from '#src/features/rules/menu.server.ts'
import { ruleTitle } from '#src/server/access/rule-titles.server.ts'
import type { apiTokenEndpoints } from './api-tokens.api.server.ts'
import type { personEndpoints } from './session.api.server.ts'

type Calls = typeof apiTokenEndpoints

const accountId = v.optional(v.number())
const idempotencyKey = v.pipe(v.string(), v.maxLength(100))

/** The API tokens of the user, or of another account that the user manages. */
export const getApiTokens = createServerFn()
  .validator(v.object({ accountId }))
  .handler(async ({ data }) => {
    const session = await requireSession('admin')
    const call = { method: 'GET', path: '/adminApi/apiToken/index', query: data } as const
    return (await callEndpoint<Calls['index']>(session, call)).data.list
  })

/** Makes an API token of the user. Its secret is answered this once. The contract validates the content. */
export const makeApiToken = createServerFn({ method: 'POST' })
  .validator(
    v.object({
      name: v.string(),
      nodes: v.array(v.string()),
      addresses: v.string(),
      days: v.number(),
      idempotencyKey,
    }),
  )
  .handler(async ({ data: { idempotencyKey, ...body } }) => {
    const session = await requireSession('admin')
    const call = { method: 'POST', path: '/adminApi/apiToken/add', body, idempotencyKey } as const
    return (await callEndpoint<Calls['add']>(session, call)).data
  })

/** Revokes an API token. Returns the server's message. */
export const revokeApiToken = createServerFn({ method: 'POST' })
  .validator(v.object({ id: v.number(), accountId, idempotencyKey }))
  .handler(async ({ data: { id, accountId, idempotencyKey } }) => {
    const session = await requireSession('admin')
    const query = { 'ids[]': [id], accountId }
    const call = { method: 'DELETE', path: '/adminApi/apiToken/del', query, idempotencyKey } as const
    return (await callEndpoint<Calls['revoke']>(session, call)).msg
  })

/** The permissions that the user holds, as a tree. `node` is what a token has of it. */
export const getHeldNodes = createServerFn().handler(async () => {
  const session = await requireSession('admin')
  const call = { method: 'GET', path: '/adminApi/menu' } as const
  const { data } = await callEndpoint<Menu>(session, call)
  return data.flatMap((rule) => nodesOf(rule, null))
})

type Menu = (typeof personEndpoints)['adminMenu']
type HeldNode = { id: number; parent: number | null; label: string; node: string }

function nodesOf(
  { id, name, title, children }: Pick<MenuRule, 'id' | 'name' | 'title' | 'children'>,
  parent: number | null,
): HeldNode[] {
  const own = { id, parent, label: ruleTitle({ title }), node: name }
  return [own, ...children.flatMap((child) => nodesOf(child, id))]
}
