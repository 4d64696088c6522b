import { eq } from 'drizzle-orm'
import { externalIdentity } from '#src/db/external-identity.table.server.ts'
import { accountDevice } from '#src/db/notice.table.server.ts'
import { sessionsOf } from '#src/features/auth/sessions.server.ts'
import { signInHistory } from '#src/features/auth/sign-in-history.server.ts'
import { factorsOf } from '#src/features/factors/factors.server.ts'
import { identitiesOf } from '#src/features/providers/identity.server.ts'
import { spoken } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { type ArchiveContext, type ArchivePart, fileOf } from './archive-part.server.ts'
import { jsonList, jsonText } from './json-text.server.ts'

/** Lines of the history that are in memory at once. */
const PAGE = 500

/** How the member signs in: what was done, what can be done, and never what is secret of it. */
export const signInParts: readonly ArchivePart[] = [
  fileOf('sign-ins.json', m.ownData_signIns, (context) => jsonList(history(context))),
  fileOf('sessions.json', m.ownData_sessions, (context) => jsonText(() => sessions(context))),
  fileOf('linked-sign-ins.json', m.ownData_linked, (context) => jsonText(() => linked(context))),
  fileOf('second-factors.json', m.ownData_factors, (context) => jsonText(() => factors(context))),
]

async function* history({ db, actor }: ArchiveContext) {
  let before: number | undefined
  do {
    const { list, next } = await signInHistory(db, actor.id, before, PAGE)
    yield list.map(({ id: _id, title, titleEn, ...line }) => ({
      ...line,
      way: spoken({ 'zh-cn': title, en: titleEn }),
    }))
    before = next ?? undefined
  } while (before !== undefined)
}

async function sessions({ db, actor }: ArchiveContext) {
  const list = await sessionsOf(db, actor.id, actor.familyId)
  const { createTime, lastUseTime } = accountDevice
  const devices = await db
    .select({ createTime, lastUseTime })
    .from(accountDevice)
    .where(eq(accountDevice.accountId, actor.id))
    .orderBy(createTime)
  return { sessions: list.map(({ id: _id, client: _client, ...one }) => one), knownDevices: devices }
}

async function linked({ db, actor }: ArchiveContext) {
  const { id, issuer, subject } = externalIdentity
  const names = await db
    .select({ id, issuer, subject })
    .from(externalIdentity)
    .where(eq(externalIdentity.accountId, actor.id))
  const list = await identitiesOf(db, actor.id)
  return list.map(({ id: one, name, nameEn, label, createTime, lastUseTime }) => {
    const known = names.find((named) => named.id === one)
    return {
      provider: spoken({ 'zh-cn': name, en: nameEn || name }),
      issuer: known?.issuer ?? '',
      subject: known?.subject ?? '',
      label,
      createTime,
      lastUseTime,
    }
  })
}

async function factors({ db, actor }: ArchiveContext) {
  const { totp, passkeys, recoveryCodes } = await factorsOf(db, actor.id)
  return {
    authenticatorApp: totp && { createTime: totp },
    passkeys: passkeys.map(({ id: _id, ...passkey }) => passkey),
    recoveryCodesLeft: recoveryCodes,
  }
}
