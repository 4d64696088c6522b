import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { dropSession, requireSession } from '#src/backend/cookie.server.ts'
import type { codeEndpoints } from '#src/features/messages/code.api.server.ts'
import { messageChannels } from '#src/lib/message-kinds.ts'
import type { adminOwn, memberOwn } from './own-account.api.server.ts'
import { ownPreferences } from './own-account.schema.ts'

type Codes = typeof codeEndpoints
type Own = typeof adminOwn | typeof memberOwn

const call = { side: v.picklist(['admin', 'user']), idempotencyKey: v.pipe(v.string(), v.maxLength(100)) }
const secret = v.optional(v.string())
const channel = v.picklist(messageChannels)
const captcha = v.object({ id: v.string(), info: v.string() })
const bases = { admin: '/adminApi', user: '/api' } as const

const { idempotencyKey } = call
const name = { idempotencyKey, nickname: v.string(), signature: v.string(), version: v.number() }

/** Saves the name of the user of the back office. Returns it with its new version. The contract checks the content. */
export const saveOwnProfile = createServerFn({ method: 'POST' })
  .validator(v.object(name))
  .handler(async ({ data: { idempotencyKey, ...body } }) => {
    const session = await requireSession('admin')
    const path = '/adminApi/user/profile'
    const sent = { method: 'POST', path, body, idempotencyKey } as const
    return (await callEndpoint<(typeof adminOwn)['profile']>(session, sent)).data
  })

/** Saves what a member says of themselves. Returns it with its new version. The contract validates the content. */
export const saveOwnMemberProfile = createServerFn({ method: 'POST' })
  .validator(v.object({ ...name, gender: v.number(), birthday: v.nullable(v.string()) }))
  .handler(async ({ data: { idempotencyKey, ...body } }) => {
    const session = await requireSession('user')
    const path = '/api/user/profile'
    const sent = { method: 'POST', path, body, idempotencyKey } as const
    return (await callEndpoint<(typeof memberOwn)['profile']>(session, sent)).data
  })

/** Saves the picture of the user on this side. Returns it with the account's new version. */
export const saveOwnAvatar = createServerFn({ method: 'POST' })
  .validator(v.object({ ...call, avatar: v.string() }))
  .handler(async ({ data: { side, idempotencyKey, ...body } }) => {
    const session = await requireSession(side)
    const path = `${bases[side]}/user/avatar` as const
    return (await callEndpoint<Own['avatar']>(session, { method: 'POST', path, body, idempotencyKey })).data
  })

/**
 * Sends a code to the new e-mail address or mobile number of the user on this side, or to the present one, which needs
 * the password. Returns the server's message.
 */
export const sendContactCode = createServerFn({ method: 'POST' })
  .validator(
    v.object({ side: call.side, channel, address: v.string(), captcha, present: v.boolean(), password: secret }),
  )
  .handler(async ({ data: { side, channel, address, captcha: proof, present, password } }) => {
    const session = await requireSession(side)
    const extras = { captcha_id: proof.id, captcha_info: proof.info, ...(password ? { password } : {}) }
    if (channel === 'mail') {
      const event = present ? 'user_email_verify' : 'user_change_email'
      const body = { email: address, event, extras } as const
      return (await callEndpoint<Codes['ems']>(session, { method: 'POST', path: '/api/Ems/send', body })).msg
    }
    const template_code = present ? 'user_mobile_verify' : 'user_change_mobile'
    const body = { mobile: address, template_code, extras } as const
    return (await callEndpoint<Codes['sms']>(session, { method: 'POST', path: '/api/Sms/send', body })).msg
  })

/** Proves that the confirmed address of a member is still the member's. Returns what stands for it at the change. */
export const proveOwnAddress = createServerFn({ method: 'POST' })
  .validator(v.object({ channel, code: v.string(), password: secret }))
  .handler(async ({ data: body }) => {
    const session = await requireSession('user')
    const path = '/api/user/address'
    return (await callEndpoint<(typeof memberOwn)['address']>(session, { method: 'POST', path, body })).data.proof
  })

/** Changes the e-mail address or the mobile number of the user on this side. The contract validates the content. */
export const changeOwnContact = createServerFn({ method: 'POST' })
  .validator(v.object({ ...call, channel, address: v.string(), code: v.string(), password: secret, proof: secret }))
  .handler(async ({ data: { side, idempotencyKey, channel, address, ...proof } }) => {
    const session = await requireSession(side)
    const common = { method: 'POST', idempotencyKey } as const
    if (channel === 'mail') {
      const path = `${bases[side]}/user/email` as const
      return (await callEndpoint<Own['email']>(session, { ...common, path, body: { ...proof, email: address } })).data
    }
    const path = `${bases[side]}/user/mobile` as const
    return (await callEndpoint<Own['mobile']>(session, { ...common, path, body: { ...proof, mobile: address } })).data
  })

/** Saves how the user on this side wants the product to be, in every browser. */
export const saveOwnPreferences = createServerFn({ method: 'POST' })
  .validator(v.object({ side: call.side, ...ownPreferences.entries }))
  .handler(async ({ data: { side, ...body } }) => {
    const session = await requireSession(side)
    const path = `${bases[side]}/user/preferences` as const
    return (await callEndpoint<Own['preferences']>(session, { method: 'POST', path, body })).data
  })

/**
 * Changes the password of the user on this side. Returns the server's message, with the number of ended sign-ins.
 * With `leave`, this one ends too.
 */
export const changeOwnPassword = createServerFn({ method: 'POST' })
  .validator(
    v.object({ ...call, oldPassword: v.optional(v.string()), newPassword: v.string(), leave: v.optional(v.boolean()) }),
  )
  .handler(async ({ data: { side, idempotencyKey, ...body } }) => {
    const session = await requireSession(side)
    const path = `${bases[side]}/user/password` as const
    const { data, msg } = await callEndpoint<Own['password']>(session, { method: 'POST', path, body, idempotencyKey })
    if (data.left) await dropSession(session)
    return msg
  })
