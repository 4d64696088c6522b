import { type SQL, sql } from 'drizzle-orm'
import { bigint } from 'drizzle-orm/pg-core'
import { closingRequest } from '#src/db/closing.table.server.ts'
import { account, memberProfile } from '#src/db/identity.table.server.ts'
import { memberBalance } from '#src/db/ledger.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { passwordOf, restoredLocked, signInColumns } from '#src/features/accounts/account-columns.server.ts'
import { educateLevelRelation } from '#src/features/educate-level/educate-level.relation.server.ts'
import { memberGroupRelation } from '#src/features/member-rights/member-group.relation.server.ts'
import { organizationOne } from '#src/features/org/organization.relation.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { through } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { companion } from '#src/server/crud/owns.server.ts'
import { memberErrors, refuseMemberDeletion } from './member.rules.server.ts'
import { memberDescription } from './member.schema.ts'
import { memberSynonyms } from './member.synonyms.server.ts'

const ofBalance = { on: memberBalance.accountId, sorted: true } as const
const ofRequest = { on: closingRequest.waitingId }
const ofProfile = { on: memberProfile.accountId }

/** The levels of an organization. */
const levels = {
  type: bigint({ mode: 'number' }).array().notNull(),
  value: (orgId: SQL) => sql`coalesce((select o.level_ids from ${organization} o where o.id = ${orgId}), '{}')`,
}

/** The members. An actor sees those of the organizations in the data scope. */
export const memberResource = compileResource({
  description: memberDescription,
  synonyms: memberSynonyms,
  table: account,
  only: { kind: 'user' },
  scope: { organization: memberProfile.orgId, of: account.id, by: memberProfile.accountId },
  owns: [
    companion(memberProfile.accountId, {
      orgId: memberProfile.orgId,
      groupId: memberProfile.groupId,
      gender: memberProfile.gender,
      birthday: memberProfile.birthday,
      motto: memberProfile.motto,
    }),
    passwordOf,
  ],
  computed: {
    ...signInColumns,
    money: through('id', memberBalance.money, ofBalance),
    score: through('id', memberBalance.score, ofBalance),
    closingAsked: through('id', closingRequest.createTime, ofRequest),
    closingDue: through('id', closingRequest.dueTime, ofRequest),
    joinTime: through('id', memberProfile.joinTime, ofProfile),
    orgLevelIds: through('id', memberProfile.orgId, { ...ofProfile, as: levels }),
  },
  relations: { orgId: organizationOne, orgLevelIds: educateLevelRelation, groupId: memberGroupRelation },
  uniqueFields: { account_username_key: 'username' },
  async check(db, values, row, actor) {
    const [errors = {}] = await memberErrors(db, [{ values, row }], actor)
    return errors
  },
  checkRows: memberErrors,
  checkDelete: refuseMemberDeletion,
  restored: restoredLocked,
})

export const memberApi = crud(memberResource)
