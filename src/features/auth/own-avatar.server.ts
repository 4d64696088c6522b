import { eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { filesSeen } from '#src/server/files/file-access.server.ts'

/**
 * Saves the user's own picture: an uploaded file that the user may see, or none.
 * @throws AppError 422 for another address, and for a file that is no picture
 */
export async function saveAvatar(tx: Db, actor: Actor, avatar: string) {
  if (avatar !== '') {
    const file = (await filesSeen(tx, actor, [avatar])).get(avatar)
    if (!file) throw invalid({ avatar: [m.files_noSuchFile()] })
    if (file.width === null) throw invalid({ avatar: [m.upload_type()] })
  }
  const [saved] = await tx
    .update(account)
    .set({ avatar })
    .where(eq(account.id, actor.id))
    .returning({ version: account.version, avatar: account.avatar })
  if (!saved) throw new AppError(401)
  return saved
}
