import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { account, accountPreference, adminProfile, memberProfile } from '#src/db/identity.table.server.ts'
import { memberBalance } from '#src/db/ledger.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { prepared } from '#src/db/prepared.server.ts'
import { tokenFamily } from '#src/db/session.table.server.ts'
import { pageNodes } from '#src/features/modules/module-pages.server.ts'
import { runtimeNodes } from '#src/features/resources/runtime-resource.server.ts'
import { authNodeOf, menuOf } from '#src/features/rules/menu.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { allNodes } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { type AdminInfo, adminInfoAnswer, type MemberInfo, memberInfoAnswer, menuRule } from './auth.answers.server.ts'
import { isMailConfirmed, isPasswordSet, isPhoneConfirmed } from './confirmed.server.ts'
import { preferencesOf } from './own-account.server.ts'

const adminRow = prepared((db) =>
  db
    .select({
      account,
      profile: adminProfile,
      preference: accountPreference,
      signIn: tokenFamily,
      emailConfirmed: isMailConfirmed,
      phoneConfirmed: isPhoneConfirmed,
      hasPassword: isPasswordSet,
    })
    .from(account)
    .leftJoin(adminProfile, eq(adminProfile.accountId, account.id))
    .leftJoin(accountPreference, eq(accountPreference.accountId, account.id))
    .leftJoin(tokenFamily, eq(tokenFamily.id, sql.placeholder('familyId')))
    .where(eq(account.id, sql.placeholder('id')))
    .prepare('admin_info'),
)

/** The data of the signed-in back office user. The interface fixes the field names. It never contains the password. */
async function adminInfo(db: Db, actor: Actor): Promise<AdminInfo> {
  const [row] = await adminRow(db).execute({ id: actor.id, familyId: actor.familyId })
  const all = actor.super ? [...allNodes(), ...(await runtimeNodes(db)), ...(await pageNodes(db))] : [...actor.nodes]
  const held = all.filter((node) => !actor.off?.has(node))
  if (!row) throw new Error('the signed-in account is gone')
  const { id, version, username, nickname, name, email, phone, avatar } = row.account
  const { createBy, createTime, updateBy, updateTime } = row.account
  return {
    userId: id,
    version,
    username,
    nickname,
    name,
    email,
    phone,
    avatar,
    emailConfirmed: row.emailConfirmed,
    phoneConfirmed: row.phoneConfirmed,
    hasPassword: row.hasPassword,
    createBy,
    createTime,
    updateBy,
    updateTime,
    deptId: row.profile?.deptId ?? null,
    delFlag: '0',
    lockFlag: row.account.status === 1 ? '0' : '9',
    signature: row.profile?.signature ?? '',
    ...preferencesOf(row.preference),
    password: null,
    super: actor.super,
    ...(actor.off ? { off: [...actor.off] } : {}),
    // The sign-in is the viewer's own.
    last_login_time: actor.viewer ? null : (row.signIn?.earlierTime ?? null),
    last_login_ip: actor.viewer ? '' : (row.signIn?.earlierIp ?? ''),
    factorDue:
      actor.factorDue === undefined || actor.hasFactor || actor.viewer ? null : new Date(actor.factorDue).toISOString(),
    viewer: actor.viewer ? { username: actor.viewer.username, until: actor.viewer.until } : null,
    authNode: await authNodeOf(db, actor, held),
    permissions: held,
  }
}

async function memberInfo(db: Db, actor: Actor): Promise<MemberInfo> {
  const [row] = await db
    .select({
      account,
      profile: memberProfile,
      balance: memberBalance,
      preference: accountPreference,
      signIn: tokenFamily,
      org: organization,
      emailConfirmed: isMailConfirmed,
      phoneConfirmed: isPhoneConfirmed,
      hasPassword: isPasswordSet,
    })
    .from(account)
    .leftJoin(memberProfile, eq(memberProfile.accountId, account.id))
    .leftJoin(memberBalance, eq(memberBalance.accountId, account.id))
    .leftJoin(accountPreference, eq(accountPreference.accountId, account.id))
    .leftJoin(organization, eq(organization.id, memberProfile.orgId))
    .leftJoin(tokenFamily, eq(tokenFamily.id, actor.familyId))
    .where(eq(account.id, actor.id))
  if (!row) throw new Error('the signed-in account is gone')
  const { id, version, username, nickname, name, email, phone, avatar, updateBy, updateTime } = row.account
  return {
    userId: id,
    version,
    username,
    nickname,
    name,
    email,
    phone,
    avatar,
    emailConfirmed: row.emailConfirmed,
    phoneConfirmed: row.phoneConfirmed,
    hasPassword: row.hasPassword,
    updateBy,
    updateTime,
    password: null,
    gender: row.profile?.gender ?? 0,
    birthday: row.profile?.birthday ?? null,
    money: row.balance?.money ?? 0,
    score: row.balance?.score ?? 0,
    motto: row.profile?.motto ?? '',
    ...preferencesOf(row.preference),
    orgId: row.profile?.orgId ?? null,
    orgName: row.org?.name ?? '',
    orgLevelIds: row.org?.levelIds ?? [],
    last_login_time: row.signIn?.earlierTime ?? null,
    last_login_ip: row.signIn?.earlierIp ?? '',
    join_time: row.profile?.joinTime ?? null,
    authNode: await authNodeOf(db, actor, [...actor.nodes]),
    permissions: [...actor.nodes],
  }
}

const admin = { method: 'get', tag: 'session', security: 'admin', enroll: true } as const
const member = { method: 'get', tag: 'session', security: 'user', enroll: true } as const

/** The signed-in user of each side, and the menus that the user holds. */
export const personEndpoints = {
  adminInfo: endpoint({
    ...admin,
    path: '/adminApi/user/info',
    apiTokens: true,
    summary: m.call_adminInfo,
    answer: adminInfoAnswer,
    run: ({ db, actor }) => adminInfo(db, actor),
  }),
  adminMenu: endpoint({
    ...admin,
    path: '/adminApi/menu',
    apiTokens: true,
    summary: m.call_adminMenu,
    answer: v.array(menuRule),
    run: ({ db, actor }) => menuOf(db, actor),
  }),
  memberInfo: endpoint({
    ...member,
    path: '/api/user/info',
    summary: m.call_memberInfo,
    answer: memberInfoAnswer,
    run: ({ db, actor }) => memberInfo(db, actor),
  }),
  memberMenu: endpoint({
    ...member,
    path: '/api/menu',
    summary: m.call_memberMenu,
    answer: v.array(menuRule),
    run: ({ db, actor }) => menuOf(db, actor),
  }),
}
