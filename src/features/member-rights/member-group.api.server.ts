import { count, sql } from 'drizzle-orm'
import { integer } from 'drizzle-orm/pg-core'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { memberGroup, memberGroupRule, memberProfile, rule } from '#src/db/identity.table.server.ts'
import { memberRuleRelation } from '#src/features/rules/rule.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { scope } from '#src/server/access/scope.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { computed } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { ownedIds } from '#src/server/crud/owns.server.ts'
import { nameTable } from '#src/server/crud/table-names.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { memberGroupErrors } from './member-group.rules.ts'
import { memberGroupDescription } from './member-group.schema.ts'

// A refusal to delete a group names members. Whoever does not see them reads how many there are.
nameTable('member_profile', {
  title: m.table_member_profile,
  name: sql.raw('(select a.username from account a where a.id = member_profile.account_id)'),
  visible: (actor) => scope(actor, { organization: memberProfile.orgId }),
})

export const memberGroupResource = compileResource({
  description: memberGroupDescription,
  table: memberGroup,
  // Groups belong to the whole site, not to organizations.
  scope: 'unscoped',
  owns: [ownedIds('ruleIds', memberGroupRule.groupId, memberGroupRule.ruleId)],
  computed: {
    memberCount: computed(
      integer().notNull(),
      ({ id }) => sql`(select count(*)::int from ${memberProfile} where ${memberProfile.groupId} = ${id})`,
    ),
    // As the form counts them: directories and menus only lead to the rules below them.
    ruleCount: computed(
      integer().notNull(),
      ({ id, everything }) => sql`(select count(*)::int from ${rule} where ${rule.area} = 'user'
        and not exists (select from ${rule} below where below.pid = ${rule.id})
        and (${everything} or exists (select from ${memberGroupRule} where ${memberGroupRule.groupId} = ${id}
          and ${memberGroupRule.ruleId} = ${rule.id})))`,
    ),
  },
  shownFields: ['memberCount'],
  shown: async (db, _actor, rows) => {
    const counts = await membersOf(db, rows)
    return rows.map((row) => ({ ...row, memberCount: counts.get(row.id) ?? 0 }))
  },
  relations: { ruleIds: memberRuleRelation },
  uniqueFields: { member_group_name_key: 'name' },
  check: async (_db, values, row) => memberGroupErrors(values, row),
  checkDelete: async (_db, rows) => {
    const taking = rows.find(({ forNew }) => forNew)
    if (taking)
      throw new AppError(409, m.memberGroup_newDelete({ name: String(taking.name) }), { reason: 'referenced' })
  },
})

/** The number of members of each group. */
async function membersOf(db: Db, groups: readonly { id: number }[]): Promise<ReadonlyMap<number, number>> {
  const found = await db
    .select({ id: memberProfile.groupId, count: count() })
    .from(memberProfile)
    .where(
      anyOf(
        memberProfile.groupId,
        groups.map(({ id }) => id),
      ),
    )
    .groupBy(memberProfile.groupId)
  return new Map(found.flatMap(({ id, count }) => (id === null ? [] : [[id, count]])))
}

export const memberGroupApi = crud(memberGroupResource)
