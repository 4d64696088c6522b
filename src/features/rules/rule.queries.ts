import { crudClient } from '#src/crud/calls/crud-client.ts'
import { posting } from '#src/crud/calls/endpoint-calls.ts'
import type { ruleEndpoints } from './buttons.api.server.ts'
import type { RuleForm, RuleRow } from './rule.schema.ts'

/** The typed client of the rule controller. */
export const rules = {
  ...crudClient<RuleRow, RuleForm>('rule'),
  /** Adds the missing buttons of a menu that shows a resource. */
  addButtons: posting<typeof ruleEndpoints.addButtons>('/adminApi/rule/addButtons'),
}
