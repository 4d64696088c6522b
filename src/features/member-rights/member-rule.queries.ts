import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { MemberRuleForm, MemberRuleRow } from './member-rule.schema.ts'

/** The typed client of the controller of rules of the member side. */
export const memberRules = crudClient<MemberRuleRow, MemberRuleForm>('member-rule')
