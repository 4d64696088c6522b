import { sql } from 'drizzle-orm'
import { smallint } from 'drizzle-orm/pg-core'
import { passkey, totpFactor } from '#src/db/factor.table.server.ts'
import { account, accountLogin, accountRole, adminProfile, credential } from '#src/db/identity.table.server.ts'
import { organizationOne } from '#src/features/org/organization.relation.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { computed, through } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { companion, ownedIds } from '#src/server/crud/owns.server.ts'
import { accountErrors, refuseDeletion } from './account.rules.server.ts'
import { accountDescription } from './account.schema.ts'
import { accountSynonyms } from './account.synonyms.server.ts'
import { grantableRoles } from './role.relation.server.ts'

const ofAccount = { on: accountLogin.accountId }

/** The accounts of the back office. An actor sees those of the departments in the data scope. */
export const accountResource = compileResource({
  description: accountDescription,
  synonyms: accountSynonyms,
  table: account,
  only: { kind: 'admin' },
  proof: 'imports',
  scope: { organization: adminProfile.deptId, of: account.id, by: adminProfile.accountId },
  owns: [
    companion(adminProfile.accountId, { deptId: adminProfile.deptId }),
    // An imported account has no password until somebody activates it.
    companion(credential.accountId, { password: credential.passwordHash }, { optional: true }),
    ownedIds('roleIds', accountRole.accountId, accountRole.roleId),
  ],
  computed: {
    factor: computed(
      smallint().notNull(),
      ({ id }) => sql`(exists (select from ${totpFactor}
      where ${totpFactor.accountId} = ${id} and ${totpFactor.confirmTime} is not null)
      or exists (select from ${passkey} where ${passkey.accountId} = ${id}))::int`,
    ),
    lastLoginTime: through('id', accountLogin.lastLoginTime, ofAccount),
    lastLoginIp: through('id', accountLogin.lastLoginIp, ofAccount),
  },
  relations: { deptId: organizationOne, roleIds: grantableRoles },
  uniqueFields: { account_username_key: 'username' },
  async check(db, values, row, actor) {
    const [errors = {}] = await accountErrors(db, [{ values, row }], actor)
    return errors
  },
  checkRows: accountErrors,
  checkDelete: refuseDeletion,
  // Whoever restores an account looks at it before somebody signs in with it.
  restored: (row) => ({ ...row, status: 0 }),
})

export const accountApi = crud(accountResource)
