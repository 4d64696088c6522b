import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { MemberRow } from './member.row.ts'
import type { MemberForm } from './member.schema.ts'

/** The typed client of the member controller. */
export const members = crudClient<MemberRow, MemberForm>('member')
