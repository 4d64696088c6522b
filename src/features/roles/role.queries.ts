import type { ChoiceSource } from '#src/crud/calls/choice-source.ts'
import { crudClient } from '#src/crud/calls/crud-client.ts'
import { getting, posting } from '#src/crud/calls/endpoint-calls.ts'
import type { AnswerOf } from '#src/server/endpoint/call-types.ts'
import type { RoleForm, RoleListRow } from './role.schema.ts'
import type { roleEndpoints } from './role-calls.api.server.ts'

const accountsToGive = getting<typeof roleEndpoints.accounts>('/adminApi/role/accounts')

/** The typed client of the role controller. */
export const roles = {
  ...crudClient<RoleListRow, RoleForm>('role'),
  /** The accounts that have a role. */
  holders: getting<typeof roleEndpoints.holders>('/adminApi/role/holders'),
  /** Gives an account a role, or changes until when it has it. */
  grant: posting<typeof roleEndpoints.grant>('/adminApi/role/grant'),
  /** Takes a role from an account. */
  revoke: posting<typeof roleEndpoints.revoke>('/adminApi/role/revoke'),
  /** What two roles grant. */
  compare: getting<typeof roleEndpoints.compare>('/adminApi/role/compare'),
}

/** The accounts that a role can be given to. */
export const accountChoices: ChoiceSource = {
  key: [roles.key, 'accounts'],
  load: ({ quickSearch, page }, signal) => accountsToGive({ quickSearch, page }, signal),
  names: async () => [],
}

export type Holders = AnswerOf<typeof roleEndpoints.holders>
export type Holder = Holders['list'][number]
export type Comparison = AnswerOf<typeof roleEndpoints.compare>
