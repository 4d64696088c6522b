import type { BulkTarget } from '#src/crud/bulk/bulk-calls.ts'
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

/** The selected pupils as the calls about codes take them. */
export function studentRows(target: BulkTarget) {
  return 'ids' in target ? { ids: target.ids } : { query: target.query, count: target.count }
}
