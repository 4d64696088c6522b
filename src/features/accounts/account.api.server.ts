import { account, accountRole, adminProfile } from '#src/db/identity.table.server.ts'
import { organizationOne } from '#src/features/org/organization.relation.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { companion, ownedIds } from '#src/server/crud/owns.server.ts'
import { accountErrors, refuseDeletion } from './account.rules.server.ts'
import { accountDescription } from './account.schema.ts'
import { accountSynonyms } from './account.synonyms.server.ts'
import { passwordOf, restoredLocked, signInColumns } from './account-columns.server.ts'
import { grantableRoles } from './role.relation.server.ts'

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
    passwordOf,
    ownedIds('roleIds', accountRole.accountId, accountRole.roleId),
  ],
  computed: signInColumns,
  relations: { deptId: organizationOne, roleIds: grantableRoles },
  uniqueFields: { account_username_key: 'username' },
  async check(db, values, row, actor) {
    const [errors = {}] = await accountErrors(db, [{ values, row }], actor)
    return errors
  },
  checkRows: accountErrors,
  checkDelete: refuseDeletion,
  restored: restoredLocked,
})

export const accountApi = crud(accountResource)
