import * as v from 'valibot'
import { accountRelation } from '#src/features/auth/account.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { factorDuties } from '#src/lib/factor-duty.ts'
import { id, integer } from '#src/lib/number-rules.ts'
import { roleScopes } from '#src/lib/role-scope.ts'
import { changeSetId } from '#src/server/endpoint/answer-parts.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { compareRoles } from './compare.server.ts'
import { grantRole, holdersOf, revokeRole } from './holders.server.ts'
import { hoursSchema } from './role-limits.server.ts'

const instant = v.pipe(v.string(), v.isoTimestamp())
const quickSearch = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), '')
const accounts = accountRelation()

/** Accounts of one page of choices. */
const PAGE = 20

const reads = {
  method: 'get',
  tag: 'resource',
  security: 'admin',
} as const

/** Who has a role is written in the account, so it needs the right to edit accounts. */
const writes = {
  method: 'post',
  tag: 'resource',
  security: 'admin',
  node: 'user-role/user/edit',
  errors: [404],
  write: 'save',
  answer: v.object({ changeSetId }),
} as const

/** Who has a role, and what two roles grant. */
export const roleEndpoints = {
  holders: endpoint({
    ...reads,
    path: '/adminApi/role/holders',
    summary: m.call_roleHolders,
    node: 'user-role/role/index',
    query: v.object({ id, quickSearch }),
    answer: v.object({
      list: v.array(
        v.strictObject({
          accountId: v.number(),
          name: v.string(),
          username: v.string(),
          avatar: v.string(),
          status: v.number(),
          organization: v.string(),
          endTime: v.nullable(instant),
          /** The role has ended. */
          over: v.boolean(),
          /** Why the caller cannot change the account. */
          refusal: v.nullable(v.string()),
        }),
      ),
      more: v.boolean(),
      /** The accounts with the role in the caller's data scope, and those outside of it. */
      total: v.number(),
      hidden: v.number(),
      /** The caller may give the role to others. */
      mayGrant: v.boolean(),
    }),
    errors: [404],
    run: ({ db, actor, query }) => holdersOf(db, actor, query),
  }),
  accounts: endpoint({
    ...reads,
    path: '/adminApi/role/accounts',
    summary: m.call_roleAccounts,
    node: 'user-role/user/edit',
    query: v.object({ quickSearch, page: v.optional(integer(1, 1000), 1) }),
    answer: v.object({
      list: v.array(
        v.object({
          value: v.union([v.number(), v.string()]),
          label: v.string(),
          hint: v.optional(v.string()),
          person: v.optional(v.object({ avatar: v.string(), organization: v.string(), locked: v.boolean() })),
        }),
      ),
      more: v.boolean(),
    }),
    run: async ({ db, actor, query }) => {
      const page = { quickSearch: query.quickSearch, limit: PAGE + 1, offset: (query.page - 1) * PAGE }
      const found = await accounts.search(db, actor, page)
      return { list: found.slice(0, PAGE), more: found.length > PAGE }
    },
  }),
  grant: endpoint({
    ...writes,
    path: '/adminApi/role/grant',
    summary: m.call_roleGrant,
    body: v.strictObject({ roleId: id, accountId: id, endTime: v.nullable(instant) }),
    run: async ({ tx, actor, body, changeSetId }) => ({
      changeSetId: (await grantRole(tx, actor, body)) ? changeSetId : null,
    }),
    msg: () => m.role_granted(),
  }),
  revoke: endpoint({
    ...writes,
    path: '/adminApi/role/revoke',
    summary: m.call_roleRevoke,
    body: v.strictObject({ roleId: id, accountId: id }),
    run: async ({ tx, actor, body, changeSetId }) => {
      await revokeRole(tx, actor, body)
      return { changeSetId }
    },
    msg: () => m.role_revoked(),
  }),
  compare: endpoint({
    ...reads,
    path: '/adminApi/role/compare',
    summary: m.call_roleCompare,
    node: 'user-role/role/index',
    query: v.object({ 'ids[]': v.pipe(v.array(id), v.length(2)) }),
    answer: v.object({
      roles: v.array(
        v.strictObject({
          id: v.number(),
          name: v.string(),
          scope: v.picklist(roleScopes),
          status: v.number(),
          organizations: v.array(v.string()),
          signInAddresses: v.string(),
          signInHours: hoursSchema,
          secondFactor: v.picklist(factorDuties),
          graceDays: v.number(),
        }),
      ),
      /** By menu. `roles`: those of the two that grant the permission. */
      groups: v.array(
        v.strictObject({
          id: v.number(),
          title: v.string(),
          rules: v.array(
            v.strictObject({ id: v.number(), title: v.string(), name: v.string(), roles: v.array(v.number()) }),
          ),
        }),
      ),
    }),
    errors: [404],
    run: ({ db, query }) => compareRoles(db, query['ids[]']),
  }),
}
