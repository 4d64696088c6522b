import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Db } from '#src/db/client.server.ts'
import { account, adminProfile, memberProfile } from '#src/db/identity.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { prepared } from '#src/db/prepared.server.ts'
import { tokenFamily } from '#src/db/session.table.server.ts'
import { runtimeNodes } from '#src/features/resources/runtime-resource.server.ts'
import { authNodeOf, menuOf } from '#src/features/rules/menu.server.ts'
import { allNodes } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { signedIn } from '#src/server/access/guards.server.ts'
import { type ApiEnv, actorOf } from '#src/server/context.server.ts'
import { ok } from '#src/server/envelope.server.ts'

const adminRow = prepared((db) =>
  db
    .select({ account, profile: adminProfile, signIn: tokenFamily })
    .from(account)
    .leftJoin(adminProfile, eq(adminProfile.accountId, account.id))
    .leftJoin(tokenFamily, eq(tokenFamily.id, sql.placeholder('familyId')))
    .where(eq(account.id, sql.placeholder('id')))
    .prepare('admin_info'),
)

/** The data of the signed-in back office user. The interface fixes the field names. It never contains the password. */
async function adminInfo(db: Db, actor: Actor) {
  const [row] = await adminRow(db).execute({ id: actor.id, familyId: actor.familyId })
  const held = actor.super ? [...allNodes(), ...(await runtimeNodes(db))] : [...actor.nodes]
  if (!row) throw new Error('the signed-in account is gone')
  const { id, username, nickname, name, email, phone, avatar, createBy, createTime, updateBy, updateTime } = row.account
  return {
    userId: id,
    username,
    nickname,
    name,
    email,
    phone,
    avatar,
    createBy,
    createTime,
    updateBy,
    updateTime,
    deptId: row.profile?.deptId ?? null,
    delFlag: '0',
    lockFlag: row.account.status === 1 ? '0' : '9',
    password: null,
    super: actor.super,
    last_login_time: row.signIn?.earlierTime ?? null,
    last_login_ip: row.signIn?.earlierIp ?? '',
    authNode: await authNodeOf(db, 'admin', held),
    permissions: held,
  }
}

async function memberInfo(db: Db, actor: Actor) {
  const [row] = await db
    .select({ account, profile: memberProfile, signIn: tokenFamily, org: organization })
    .from(account)
    .leftJoin(memberProfile, eq(memberProfile.accountId, account.id))
    .leftJoin(organization, eq(organization.id, memberProfile.orgId))
    .leftJoin(tokenFamily, eq(tokenFamily.id, actor.familyId))
    .where(eq(account.id, actor.id))
  if (!row) throw new Error('the signed-in account is gone')
  const { id, username, nickname, name, email, phone, avatar, updateBy, updateTime } = row.account
  return {
    userId: id,
    username,
    nickname,
    name,
    email,
    phone,
    avatar,
    updateBy,
    updateTime,
    password: null,
    gender: row.profile?.gender ?? 0,
    birthday: row.profile?.birthday ?? null,
    money: row.profile?.money ?? 0,
    score: row.profile?.score ?? 0,
    motto: row.profile?.motto ?? '',
    orgId: row.profile?.orgId ?? null,
    orgName: row.org?.name ?? '',
    orgLevelIds: row.org?.levelIds ?? [],
    last_login_time: row.signIn?.earlierTime ?? null,
    last_login_ip: row.signIn?.earlierIp ?? '',
    join_time: row.profile?.joinTime ?? null,
    authNode: await authNodeOf(db, 'user', [...actor.nodes]),
    permissions: [...actor.nodes],
  }
}

export type AdminInfo = Awaited<ReturnType<typeof adminInfo>>
export type MemberInfo = Awaited<ReturnType<typeof memberInfo>>

export const adminSessionApi = new Hono<ApiEnv>()
  .get('/user/info', signedIn('admin'), async (c) => c.json(ok(await adminInfo(c.get('deps').db, actorOf(c)))))
  .get('/menu', signedIn('admin'), async (c) => c.json(ok(await menuOf(c.get('deps').db, actorOf(c)))))

export const memberSessionApi = new Hono<ApiEnv>()
  .get('/user/info', signedIn('user'), async (c) => c.json(ok(await memberInfo(c.get('deps').db, actorOf(c)))))
  .get('/menu', signedIn('user'), async (c) => c.json(ok(await menuOf(c.get('deps').db, actorOf(c)))))
