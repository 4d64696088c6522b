import { crudClient } from '#src/crud/calls/crud-client.ts'
import { posting } from '#src/crud/calls/endpoint-calls.ts'
import type { familyEndpoints } from './family-endpoints.api.server.ts'
import type { GuardianRow } from './guardian.row.ts'

/** The typed client of the family accounts. */
export const guardians = {
  ...crudClient<GuardianRow>('guardian'),
  /** Makes codes for pupils, which are answered once. */
  code: posting<typeof familyEndpoints.code>('/adminApi/guardian/code'),
  /** Ends the unused codes of pupils. */
  revokeCodes: posting<typeof familyEndpoints.revokeCodes>('/adminApi/guardian/revokeCodes'),
}
