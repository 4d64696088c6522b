import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { passwordErrors } from '#src/server/access/password-policy.server.ts'
import type { Row } from '#src/server/crud/resource.server.ts'

/** An account that somebody writes: the values of the form, and the stored row. */
export type AskedAccount = { values: Readonly<Record<string, unknown>>; row: Row | undefined }

/** What the password that somebody gives an account lacks. Nothing when none is given. An API token gives none. */
export async function lacksOfPassword(db: Db, { values, row }: AskedAccount, actor: Actor): Promise<string[]> {
  const { password, username, name, nickname, email } = values
  if (typeof password !== 'string' || password === '') return []
  if (actor.apiToken) return [m.apiToken_refused()]
  return passwordErrors(db, password, { id: row?.id, names: [username, name, nickname, email] })
}
