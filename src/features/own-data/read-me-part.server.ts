import { eq } from 'drizzle-orm'
import { account } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatInstant } from '#src/lib/date.ts'
import { readConfig, siteNameIn } from '#src/server/config.server.ts'
import { type ArchiveContext, type ArchivePart, fileOf } from './archive-part.server.ts'

/** Says what the archive has, when it was made, and for whom. */
export function readMePart(parts: readonly ArchivePart[]): ArchivePart {
  return fileOf('README.txt', m.ownData_readMe, (context) => readMe(context, parts))
}

async function* readMe({ db, actor, timeZone }: ArchiveContext, parts: readonly ArchivePart[]) {
  const { siteName } = await readConfig(db, ['siteName'])
  const [person] = await db
    .select({ username: account.username, nickname: account.nickname })
    .from(account)
    .where(eq(account.id, actor.id))
  const lines = [
    m.ownData_readMeTitle({ site: siteNameIn(siteName) }),
    '',
    m.ownData_readMeOwner({ name: person?.nickname || actor.username, username: actor.username }),
    m.ownData_readMeTime({ time: formatInstant(new Date().toISOString(), timeZone), zone: timeZone }),
    '',
    m.ownData_readMeContent(),
    ...parts.map(({ name, about }) => `- ${name}: ${about()}`),
    '',
    m.ownData_readMeForms(),
    m.ownData_readMeLeftOut(),
    m.ownData_readMeKeep(),
    '',
  ]
  // Old editors need the mark to read Chinese, and both signs to end a line.
  yield `\ufeff${lines.join('\r\n')}`
}
