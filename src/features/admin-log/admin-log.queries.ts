import { crudClient } from '#src/crud/calls/crud-client.ts'
import { getting } from '#src/crud/calls/endpoint-calls.ts'
import type { AdminLogRow } from './admin-log.schema.ts'
import type { adminLogEndpoints } from './admin-log-calls.api.server.ts'

/** The typed client of the admin log. */
export const adminLogs = {
  ...crudClient<AdminLogRow>('admin-log'),
  /** What the call of a row has changed. */
  changes: getting<typeof adminLogEndpoints.changes>('/adminApi/admin-log/changes'),
  seals: getting<typeof adminLogEndpoints.seals>('/adminApi/admin-log/seals'),
  /** Verifies the next seals. */
  verify: getting<typeof adminLogEndpoints.verify>('/adminApi/admin-log/verify'),
}

export type LogChanges = Awaited<ReturnType<typeof adminLogs.changes>>
export type LogVerified = Awaited<ReturnType<typeof adminLogs.verify>>
export type LogSeals = Awaited<ReturnType<typeof adminLogs.seals>>
