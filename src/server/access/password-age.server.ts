import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { readConfig } from '../config.server.ts'
import { AppError } from '../errors.server.ts'
import type { Actor } from './actor.server.ts'

const DAY_MS = 86_400_000

/**
 * Refuses whoever has to set a new password first. Somebody who views as the account has a password of their own, and
 * an API token has nobody who could change one.
 * @throws AppError 403
 */
export async function assertPasswordFresh(
  db: Db,
  {
    side,
    passwordTime,
    now = Date.now(),
    viewer,
    apiToken,
  }: Pick<Actor, 'side' | 'passwordTime' | 'now' | 'viewer' | 'apiToken'>,
): Promise<void> {
  if (viewer || apiToken || passwordTime == null) return
  const { passwordDays, memberPasswordDays } = await readConfig(db, ['passwordDays', 'memberPasswordDays'])
  const days = side === 'admin' ? passwordDays : memberPasswordDays
  if (days > 0 && now - passwordTime > days * DAY_MS)
    throw new AppError(403, m.password_expired({ days }), { reason: 'passwordExpired' })
}
