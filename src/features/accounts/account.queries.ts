import { crudClient } from '#src/crud/calls/crud-client.ts'
import { posting } from '#src/crud/calls/endpoint-calls.ts'
import type { AccountRow } from './account.row.ts'
import type { AccountForm } from './account.schema.ts'
import type { accountEndpoints } from './account-endpoints.api.server.ts'

/** The typed client of the account controller. */
export const accounts = {
  ...crudClient<AccountRow, AccountForm>('user'),
  /** Gives an account a random password, which is answered once. */
  removeFactors: posting<typeof accountEndpoints.removeFactors>('/adminApi/user/removeFactors'),
  resetPassword: posting<typeof accountEndpoints.resetPassword>('/adminApi/user/resetPassword'),
  /** The file with the activation codes of an import, once. */
  activationFile: posting<typeof accountEndpoints.activationFile>('/adminApi/user/activationFile'),
}
