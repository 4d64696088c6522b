import { asc, eq, sql } from 'drizzle-orm'
import { confirmedAddress } from '#src/db/external-identity.table.server.ts'
import { account, accountLogin, accountPreference, credential, memberProfile } from '#src/db/identity.table.server.ts'
import { memberBalance } from '#src/db/ledger.table.server.ts'
import { legalAgreement, legalVersion } from '#src/db/legal.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { mailChoices } from '#src/server/notices/mail-choice.server.ts'
import { type ArchiveContext, type ArchivePart, fileOf } from './archive-part.server.ts'
import { jsonText } from './json-text.server.ts'

/** Who the member is, and what the member has agreed to. */
export const profileParts: readonly ArchivePart[] = [
  fileOf('profile.json', m.ownData_profile, (context) => jsonText(() => profile(context))),
  fileOf('agreements.json', m.ownData_agreements, (context) => jsonText(() => agreements(context))),
]

async function profile({ db, actor }: ArchiveContext) {
  const [row] = await db
    .select({
      id: account.id,
      username: account.username,
      nickname: account.nickname,
      name: account.name,
      email: account.email,
      phone: account.phone,
      avatar: account.avatar,
      gender: memberProfile.gender,
      birthday: memberProfile.birthday,
      motto: memberProfile.motto,
      organization: organization.name,
      joinTime: memberProfile.joinTime,
      createTime: account.createTime,
      updateTime: account.updateTime,
      lastSignInTime: accountLogin.lastLoginTime,
      lastSignInAddress: accountLogin.lastLoginIp,
      passwordChangeTime: credential.changeTime,
      money: sql<number>`coalesce(${memberBalance.money}, 0)`.mapWith(Number),
      points: sql<number>`coalesce(${memberBalance.score}, 0)`.mapWith(Number),
      language: accountPreference.language,
      timeFormat: accountPreference.timeFormat,
    })
    .from(account)
    .leftJoin(memberProfile, eq(memberProfile.accountId, account.id))
    .leftJoin(organization, eq(organization.id, memberProfile.orgId))
    .leftJoin(accountLogin, eq(accountLogin.accountId, account.id))
    .leftJoin(accountPreference, eq(accountPreference.accountId, account.id))
    .leftJoin(memberBalance, eq(memberBalance.accountId, account.id))
    .leftJoin(credential, eq(credential.accountId, account.id))
    .where(eq(account.id, actor.id))
  const confirmed = await db
    .select({
      channel: confirmedAddress.channel,
      address: confirmedAddress.address,
      confirmTime: confirmedAddress.confirmTime,
    })
    .from(confirmedAddress)
    .where(eq(confirmedAddress.accountId, actor.id))
    .orderBy(asc(confirmedAddress.channel))
  return { ...row, confirmedAddresses: confirmed, noticesByMail: await mailChoices(db, actor.id, actor.side) }
}

function agreements({ db, actor }: ArchiveContext) {
  return db
    .select({ kind: legalVersion.kind, publishTime: legalVersion.createTime, agreeTime: legalAgreement.agreeTime })
    .from(legalAgreement)
    .innerJoin(legalVersion, eq(legalVersion.id, legalAgreement.versionId))
    .where(eq(legalAgreement.accountId, actor.id))
    .orderBy(asc(legalAgreement.agreeTime), asc(legalVersion.id))
}
