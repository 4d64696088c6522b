import { and, eq, sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { memberGroupRule, rule } from '#src/db/identity.table.server.ts'
import { keepBuiltInRules } from '#src/features/rules/rule-check.server.ts'
import { ruleFields } from '#src/features/rules/rule-fields.server.ts'
import { memberParentRelation } from '#src/features/rules/rule-parent.relation.server.ts'
import { checkPlaces, type RuleKind, ruleTreeErrors } from '#src/features/rules/rule-tree.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { isOpening, memberRuleErrors } from './member-rule.rules.ts'
import { memberRuleDescription } from './member-rule.schema.ts'

const memberRules: RuleKind = {
  area: 'user',
  fields: memberRuleErrors,
  misplaced: ({ type }, above) => {
    if (type === 'button') return isOpening(above?.type) ? undefined : m.memberRule_buttonParent()
    // An entry of the top bar with entries below it opens a menu of them.
    if (!above || above.type === 'menu_dir' || (type === 'nav' && above.type === 'nav')) return undefined
    return m.memberRule_entryParent()
  },
}

/**
 * The rules of the member side. They give no rights over the back office, so whoever has the nodes writes all of them.
 */
export const memberRuleResource = compileResource({
  description: memberRuleDescription,
  table: rule,
  only: { area: 'user' },
  scope: 'unscoped',
  computed: ruleFields,
  relations: { pid: memberParentRelation },
  uniqueFields: { rule_name_key: 'name' },
  check: async (db, values, row) => {
    // Without a parent, the rule is at the top.
    const [errors = {}] = await ruleTreeErrors(db, memberRules, [
      { values: row ? values : { pid: null, ...values }, row },
    ])
    return errors
  },
  checkRows: (db, asked) => ruleTreeErrors(db, memberRules, asked),
  checkDelete: keepBuiltInRules,
  added: async ({ tx }, ids) => {
    await checkPlaces(tx, memberRules, ids)
    await grantToGroups(tx, ids)
  },
})

export const memberRuleApi = crud(memberRuleResource)

/** Gives new rules to the groups that hold their parents. A parent gets its groups before its children. */
async function grantToGroups(tx: Db, ids: readonly number[]): Promise<void> {
  const added = await tx
    .select({ id: rule.id, pid: rule.pid })
    .from(rule)
    .where(and(eq(rule.area, 'user'), anyOf(rule.id, ids)))
    .orderBy(rule.treePath)
  for (const { id, pid } of added) {
    if (pid === null) continue
    await tx.execute(sql`insert into ${memberGroupRule} (group_id, rule_id)
      select group_id, ${id}::bigint from ${memberGroupRule} where rule_id = ${pid} on conflict do nothing`)
  }
}
