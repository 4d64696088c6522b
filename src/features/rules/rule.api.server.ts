import { rule } from '#src/db/identity.table.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { ruleDescription } from './rule.schema.ts'
import { adminRules, checkDeletion, errorsOfRules } from './rule-check.server.ts'
import { ruleFields } from './rule-fields.server.ts'
import { grantLikeParents } from './rule-grants.server.ts'
import { parentRelation } from './rule-parent.relation.server.ts'
import { rulesSeen } from './rule-scope.server.ts'
import { checkPlaces } from './rule-tree.server.ts'

export const ruleResource = compileResource({
  description: ruleDescription,
  table: rule,
  only: { area: 'admin' },
  proof: 'imports',
  scope: rulesSeen,
  computed: ruleFields,
  relations: { pid: parentRelation },
  uniqueFields: { rule_name_key: 'name' },
  check: async (db, values, row, actor) => {
    // Without a parent, the rule is at the top.
    const [errors = {}] = await errorsOfRules(db, [{ values: row ? values : { pid: null, ...values }, row }], actor)
    return errors
  },
  checkRows: errorsOfRules,
  checkDelete: checkDeletion,
  added: async ({ tx, actor }, ids) => {
    await checkPlaces(tx, adminRules, ids)
    await grantLikeParents(tx, actor, ids)
  },
})

export const ruleApi = crud(ruleResource)
