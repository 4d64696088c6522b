import type { Db } from '#src/db/client.server.ts'
import { readConfig, textIn } from '#src/server/config.server.ts'
import { AppError } from '#src/server/errors.server.ts'

/** @throws AppError 403 with the site's own sentence while the member center is closed */
export async function demandCenter(db: Db): Promise<void> {
  const { centerOpen, centerSentence } = await readConfig(db, ['centerOpen', 'centerSentence'])
  if (!centerOpen) throw new AppError(403, textIn(centerSentence))
}

/** @throws AppError 403 with the site's own sentence while the center is closed, or nobody may register */
export async function demandRegistration(db: Db): Promise<void> {
  await demandCenter(db)
  const { registration, registrationSentence } = await readConfig(db, ['registration', 'registrationSentence'])
  if (!registration) throw new AppError(403, textIn(registrationSentence))
}
