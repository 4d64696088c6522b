import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import type { Side } from '#src/lib/side.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { changeEntry, ownChanges } from '#src/server/history/latest-changes.server.ts'
import { inTurn } from '#src/server/list/read-turns.server.ts'
import {
  ownAvatar,
  ownEmail,
  ownMemberProfile,
  ownMobile,
  ownPassword,
  ownPreferences,
  ownProfile,
  presentAddress,
} from './own-account.schema.ts'
import { changePassword, savePreferences } from './own-account.server.ts'
import { saveAvatar } from './own-avatar.server.ts'
import { changeContact, proveAddress } from './own-contact.server.ts'
import { saveMemberProfile, saveProfile } from './own-profile.server.ts'

const contact = {
  answer: v.strictObject({ version: v.number(), email: v.string(), phone: v.string() }),
  errors: [403, 409, 429],
  idempotent: true,
  msg: () => m.success_updated(),
} as const

const profile = {
  method: 'post',
  tag: 'session',
  summary: m.call_ownProfile,
  errors: [409],
  write: 'save',
  msg: () => m.success_updated(),
} as const
const savedProfile = { version: v.number(), nickname: v.string(), signature: v.string() }

/** The number of own changes on a page. */
const CHANGES = 12

export const adminOwn = {
  ...ownAccount('admin', '/adminApi'),
  profile: endpoint({
    ...profile,
    security: 'admin',
    path: '/adminApi/user/profile',
    body: ownProfile,
    answer: v.strictObject(savedProfile),
    run: ({ tx, actor, body }) => saveProfile(tx, actor, body),
  }),
  changes: endpoint({
    method: 'get',
    path: '/adminApi/user/changes',
    tag: 'session',
    summary: m.call_ownChanges,
    security: 'admin',
    query: v.strictObject({ before: v.optional(id) }),
    answer: v.strictObject({ list: v.array(changeEntry), next: v.nullable(v.number()) }),
    errors: [429],
    run: ({ c, actor, query }) =>
      inTurn(c, (db) => ownChanges(db, actor, { limit: CHANGES, before: query.before ?? null })),
  }),
}

export const memberOwn = {
  ...ownAccount('user', '/api'),
  profile: endpoint({
    ...profile,
    security: 'user',
    node: 'account/profile',
    path: '/api/user/profile',
    body: ownMemberProfile,
    answer: v.strictObject({ ...savedProfile, gender: v.number(), birthday: v.nullable(v.string()) }),
    run: ({ tx, actor, body }) => saveMemberProfile(tx, actor, body),
  }),
  // No `write`: a wrong password or code is counted outside of the transaction, and repeats must not have the proof.
  address: endpoint({
    method: 'post',
    path: '/api/user/address',
    tag: 'session',
    summary: m.call_ownAddress,
    security: 'user',
    node: 'account/profile',
    body: presentAddress,
    answer: v.strictObject({ proof: v.string() }),
    errors: [403, 429],
    run: ({ c, actor, body }) => proveAddress(c, actor, body),
  }),
}

/**
 * What users of one side change of their own account. Users of the back office need no permission node. Members need
 * the page for what stands on it, but not for a new password: how safe an account is depends on no group.
 */
function ownAccount<const TBase extends '/adminApi' | '/api'>(security: Side, base: TBase) {
  const common = { tag: 'session', security, method: 'post' } as const
  const page = security === 'user' ? ({ node: 'account/profile' } as const) : {}
  return {
    avatar: endpoint({
      ...common,
      ...page,
      path: `${base}/user/avatar` as const,
      summary: m.call_ownAvatar,
      body: ownAvatar,
      answer: v.strictObject({ version: v.number(), avatar: v.string() }),
      write: 'save',
      run: ({ tx, actor, body }) => saveAvatar(tx, actor, body.avatar),
      msg: () => m.success_updated(),
    }),
    // No `write`: a wrong password or code is counted outside of the transaction.
    email: endpoint({
      ...contact,
      ...common,
      ...page,
      path: `${base}/user/email` as const,
      summary: m.call_ownEmail,
      body: ownEmail,
      run: ({ c, actor, body: { email, ...proof } }) =>
        changeContact(c, actor, { channel: 'mail', address: email, ...proof }),
    }),
    mobile: endpoint({
      ...contact,
      ...common,
      ...page,
      path: `${base}/user/mobile` as const,
      summary: m.call_ownMobile,
      body: ownMobile,
      run: ({ c, actor, body: { mobile, ...proof } }) =>
        changeContact(c, actor, { channel: 'sms', address: mobile, ...proof }),
    }),
    // No `write`: what it changes is not part of the history, and saving it twice changes nothing.
    preferences: endpoint({
      ...common,
      path: `${base}/user/preferences` as const,
      summary: m.call_ownPreferences,
      body: ownPreferences,
      answer: v.strictObject({ language: v.string(), timeFormat: v.string() }),
      run: ({ db, actor, body }) => savePreferences(db, actor, body),
      msg: () => m.success_updated(),
    }),
    // No `write`: a wrong password is counted outside of the transaction, and repeats are recognised without it.
    password: endpoint({
      ...common,
      path: `${base}/user/password` as const,
      summary: m.call_ownPassword,
      body: ownPassword,
      answer: v.strictObject({ count: v.number(), left: v.optional(v.literal(true)) }),
      errors: [403, 409, 429],
      idempotent: true,
      expired: true,
      run: ({ c, db, actor, body }) => changePassword(c, db, actor, body),
      msg: ({ count, left }) => (left ? m.success_passwordLeft() : m.success_passwordChanged({ count })),
    }),
  }
}
