import * as v from 'valibot'
import { ruleKinds } from '#src/db/identity.table.server.ts'
import type { MenuRule } from '#src/features/rules/menu.server.ts'
import { locales } from '#src/i18n/paraglide/runtime.js'
import { timeFormats } from '#src/lib/time-format.ts'
import type { IssuedTokens } from '#src/server/access/token-secrets.server.ts'

// What the calls for signing in answer.

export const tokenAnswer = v.strictObject({
  access_token: v.string(),
  refresh_token: v.string(),
  expires_in: v.number(),
  token_type: v.literal('Bearer'),
  scope: v.literal('server'),
  code: v.literal(200),
  msg: v.string(),
}) satisfies v.GenericSchema<unknown, IssuedTokens>

const instant = v.pipe(v.string(), v.isoTimestamp())

const person = {
  userId: v.number(),
  /** The version of the account's row, for saving the name. */
  version: v.number(),
  username: v.string(),
  nickname: v.string(),
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  avatar: v.string(),
  /** The account has confirmed its present e-mail address with a code. */
  emailConfirmed: v.boolean(),
  /** The same of its mobile number. */
  phoneConfirmed: v.boolean(),
  /** Whether the account has a password. One that a sign-in at a provider has created has none. */
  hasPassword: v.boolean(),
  updateBy: v.nullable(v.number()),
  updateTime: instant,
  // Always null: the interface requires the field, but the password is never sent.
  password: v.null(),
  last_login_time: v.nullable(v.string()),
  last_login_ip: v.string(),
  /** How the user wants the product to be; an empty text is no choice. */
  language: v.picklist(['', ...locales]),
  timeFormat: v.picklist(['', ...timeFormats]),
  authNode: v.record(v.string(), v.array(v.string())),
  permissions: v.array(v.string()),
}

export const adminInfoAnswer = v.strictObject({
  ...person,
  createBy: v.nullable(v.number()),
  createTime: instant,
  deptId: v.nullable(v.number()),
  delFlag: v.string(),
  lockFlag: v.string(),
  signature: v.string(),
  super: v.boolean(),
  /** The nodes of parts of the product that are off, if one is. Nobody holds them, super administrators included. */
  off: v.exactOptional(v.array(v.string())),
  /** Until when a second factor must be set up, because a role asks for one; null when nothing is to be done. */
  factorDue: v.nullable(instant),
  /** Set while a super administrator views as this account: their user name, and until when. */
  viewer: v.nullable(v.strictObject({ username: v.string(), until: instant })),
})

export type AdminInfo = v.InferOutput<typeof adminInfoAnswer>

export const memberInfoAnswer = v.strictObject({
  ...person,
  gender: v.number(),
  birthday: v.nullable(v.string()),
  money: v.number(),
  score: v.number(),
  motto: v.string(),
  orgId: v.nullable(v.number()),
  orgName: v.string(),
  orgLevelIds: v.array(v.number()),
  join_time: v.nullable(v.string()),
})

export type MemberInfo = v.InferOutput<typeof memberInfoAnswer>

/** A menu rule with its child rules. */
export const menuRule: v.GenericSchema<MenuRule> = v.strictObject({
  id: v.number(),
  pid: v.nullable(v.number()),
  type: v.picklist(ruleKinds),
  title: v.string(),
  titles: v.strictObject({ 'zh-cn': v.string(), en: v.string() }),
  name: v.string(),
  path: v.string(),
  icon: v.string(),
  drawing: v.exactOptional(v.strictObject({ viewBox: v.string(), body: v.string() })),
  menu_type: v.nullable(v.picklist(['tab', 'link', 'iframe'])),
  url: v.string(),
  component: v.string(),
  keepalive: v.boolean(),
  extend: v.string(),
  children: v.array(v.lazy(() => menuRule)),
})
