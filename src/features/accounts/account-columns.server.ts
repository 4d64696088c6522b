import { sql } from 'drizzle-orm'
import { smallint } from 'drizzle-orm/pg-core'
import { passkey, totpFactor } from '#src/db/factor.table.server.ts'
import { accountLogin, credential } from '#src/db/identity.table.server.ts'
import { computed, through } from '#src/server/crud/computed.server.ts'
import { companion } from '#src/server/crud/owns.server.ts'

const ofAccount = { on: accountLogin.accountId }

/** What is read of an account besides its own columns, for both kinds. */
export const signInColumns = {
  factor: computed(
    smallint().notNull(),
    ({ id }) => sql`(exists (select from ${totpFactor}
      where ${totpFactor.accountId} = ${id} and ${totpFactor.confirmTime} is not null)
      or exists (select from ${passkey} where ${passkey.accountId} = ${id}))::int`,
  ),
  lastLoginTime: through('id', accountLogin.lastLoginTime, ofAccount),
  lastLoginIp: through('id', accountLogin.lastLoginIp, ofAccount),
}

/** An imported account has no password until somebody activates it. */
export const passwordOf = companion(credential.accountId, { password: credential.passwordHash }, { optional: true })

/** Whoever restores an account looks at it before somebody signs in with it. */
export const restoredLocked = (row: Record<string, unknown>) => ({ ...row, status: 0 })
