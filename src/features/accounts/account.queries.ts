import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { AccountRow } from './account.row.ts'
import type { AccountForm } from './account.schema.ts'

/** The typed client of the account controller. */
export const accounts = crudClient<AccountRow, AccountForm>('user')
