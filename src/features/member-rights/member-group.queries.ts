import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { MemberGroupForm, MemberGroupListRow } from './member-group.schema.ts'

/** The typed client of the controller of groups of members. */
export const memberGroups = crudClient<MemberGroupListRow, MemberGroupForm>('member-group')
