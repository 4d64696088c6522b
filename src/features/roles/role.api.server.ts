import { sql } from 'drizzle-orm'
import { integer } from 'drizzle-orm/pg-core'
import { account, accountRole, role, roleOrganization, roleRule, rule } from '#src/db/identity.table.server.ts'
import { accountsSeen } from '#src/features/auth/account.relation.server.ts'
import { organizationMany } from '#src/features/org/organization.relation.server.ts'
import { ruleRelation } from '#src/features/rules/rule.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { computed } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { ownedIds } from '#src/server/crud/owns.server.ts'
import { nameTable } from '#src/server/crud/table-names.server.ts'
import { roleOne } from './role.relation.server.ts'
import { refuseRole, refuseRoleDeletion, roleErrors, rolesErrors } from './role.rules.server.ts'
import { roleDescription } from './role.schema.ts'

nameTable('account_role', {
  title: m.table_account_role,
  name: sql.raw('(select a.username from account a where a.id = account_role.account_id)'),
  visible: (actor) =>
    sql`${accountRole.accountId} in (select ${account.id} from ${account} where ${accountsSeen(actor)})`,
})

export const roleResource = compileResource({
  description: roleDescription,
  table: role,
  proof: 'imports',
  // Whoever may see roles sees all of them. What one may change follows from what one holds.
  scope: 'unscoped',
  owns: [
    ownedIds('ruleIds', roleRule.roleId, roleRule.ruleId),
    ownedIds('organizationIds', roleOrganization.roleId, roleOrganization.organizationId),
  ],
  computed: {
    accountCount: computed(
      integer().notNull(),
      ({ id }) => sql`(select count(*)::int from ${accountRole} where ${accountRole.roleId} = ${id}
        and (${accountRole.endTime} is null or ${accountRole.endTime} > now()))`,
    ),
    // As the form counts them: directories and menus only lead to the permissions below them.
    ruleCount: computed(
      integer().notNull(),
      ({ id }) => sql`(select count(*)::int from ${roleRule} where ${roleRule.roleId} = ${id}
        and ${roleRule.ruleId} not in (select pid from ${rule} where pid is not null))`,
    ),
  },
  relations: { pid: roleOne, organizationIds: organizationMany, ruleIds: ruleRelation },
  uniqueFields: { role_name_key: 'name' },
  check: async (db, values, row, actor) => {
    if (row) await refuseRole(db, actor, row.id)
    return roleErrors(db, values, row, actor)
  },
  checkRows: rolesErrors,
  checkDelete: refuseRoleDeletion,
})

export const roleApi = crud(roleResource)
