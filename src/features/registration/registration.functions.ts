import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { BackendError } from '#src/backend/backend-error.ts'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { beginSession, deviceId, keepDevice } from '#src/backend/cookie.server.ts'
import { readTokenAnswer } from '#src/backend/token-set.ts'
import { preferencesOfSession } from '#src/features/auth/session-preferences.server.ts'
import type { codeEndpoints } from '#src/features/messages/code.api.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { messageChannels } from '#src/lib/message-kinds.ts'
import type { registrationEndpoints } from './registration.api.server.ts'

type Codes = typeof codeEndpoints
type Calls = typeof registrationEndpoints

const text = v.pipe(v.string(), v.maxLength(200))
const channel = v.picklist(messageChannels)
const captcha = v.object({ id: text, info: v.pipe(v.string(), v.maxLength(2000)) })
const reached = { channel, address: text, code: text, password: text }

/** Sends a code to the address of a visitor. Returns the server's message. */
export const sendVisitorCode = createServerFn({ method: 'POST' })
  .validator(v.object({ channel, event: v.picklist(['user_register', 'user_retrieve_pwd']), address: text, captcha }))
  .handler(async ({ data: { channel: way, event, address, captcha: proof } }) => {
    const extras = { captcha_id: proof.id, captcha_info: proof.info }
    if (way === 'mail') {
      const body = { email: address, event, extras }
      return (await callEndpoint<Codes['ems']>(undefined, { method: 'POST', path: '/api/Ems/send', body })).msg
    }
    const body = { mobile: address, template_code: event, extras }
    return (await callEndpoint<Codes['sms']>(undefined, { method: 'POST', path: '/api/Sms/send', body })).msg
  })

/** Registers a member and begins the session of this browser. The contract validates the content. */
export const registerMember = createServerFn({ method: 'POST' })
  .validator(v.object({ ...reached, username: text, agreed: v.array(v.number()), keep: v.boolean() }))
  .handler(async ({ data: { channel: way, address, ...more } }) => {
    const device = deviceId()
    const body = { ...more, ...(way === 'mail' ? { email: address } : { mobile: address }) }
    const path = '/api/user/register'
    const { data } = await callEndpoint<Calls['register']>(undefined, { method: 'POST', path, body, device })
    const tokens = readTokenAnswer(data)
    if (!tokens) throw new BackendError(502, m.error_other())
    const session = await beginSession('user', tokens, more.keep)
    keepDevice(device)
    return preferencesOfSession(session)
  })

/** Sets a forgotten password. Returns the server's message. */
export const retrieveForgotten = createServerFn({ method: 'POST' })
  .validator(v.object(reached))
  .handler(async ({ data: { channel: way, address, code, password } }) => {
    const body = { code, password, ...(way === 'mail' ? { email: address } : { mobile: address }) }
    return (await callEndpoint<Calls['retrieve']>(undefined, { method: 'POST', path: '/api/user/retrieve', body })).msg
  })
