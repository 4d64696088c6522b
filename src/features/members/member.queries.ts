import { crudClient } from '#src/crud/calls/crud-client.ts'
import { getting, posting } from '#src/crud/calls/endpoint-calls.ts'
import type { MemberRow } from './member.row.ts'
import type { MemberForm } from './member.schema.ts'
import type { memberEndpoints } from './member-endpoints.api.server.ts'

/** The typed client of the member controller. */
export const members = {
  ...crudClient<MemberRow, MemberForm>('member'),
  /** Closes the account of a member and makes it anonymous. */
  close: posting<typeof memberEndpoints.close>('/adminApi/member/close'),
  /** The request of a member to close the account. */
  closing: getting<typeof memberEndpoints.closing>('/adminApi/member/closing'),
  refuseClosing: posting<typeof memberEndpoints.refuseClosing>('/adminApi/member/refuseClosing'),
}
