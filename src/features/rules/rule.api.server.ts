import { sql } from 'drizzle-orm'
import { text } from 'drizzle-orm/pg-core'
import { rule } from '#src/db/identity.table.server.ts'
import { ruleTitleSql } from '#src/server/access/rule-titles.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { computed } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { ruleDescription } from './rule.schema.ts'
import { checkDeletion, checkPlaces, errorsOfRules } from './rule-check.server.ts'
import { grantLikeParents } from './rule-grants.server.ts'
import { parentRelation } from './rule-parent.relation.server.ts'
import { rulesSeen } from './rule-scope.server.ts'

export const ruleResource = compileResource({
  description: ruleDescription,
  table: rule,
  only: { area: 'admin' },
  proof: 'imports',
  scope: rulesSeen,
  computed: {
    zhTitle: computed(text().notNull(), ruleTitleSql('zh-cn')),
    enTitle: computed(text().notNull(), ruleTitleSql('en')),
    titles: computed(
      text().notNull(),
      (columns) => sql`${ruleTitleSql('zh-cn')(columns)} || ' ' || ${ruleTitleSql('en')(columns)}`,
    ),
    origin: computed(text().notNull(), ({ builtIn }) => sql`case when ${builtIn} then 'builtIn' else 'added' end`),
  },
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
    await checkPlaces(tx, ids)
    await grantLikeParents(tx, actor, ids)
  },
})

export const ruleApi = crud(ruleResource)
