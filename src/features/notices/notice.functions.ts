import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'
import type { NoticeKind } from '#src/server/notices/notice-kinds.server.ts'
import type { adminNotices, memberNotices } from './notice.api.server.ts'

type Notices = typeof adminNotices | typeof memberNotices

const side = v.picklist(['admin', 'user'])
const kind = v.custom<NoticeKind>((value) => typeof value === 'string')
const bases = { admin: '/adminApi', user: '/api' } as const
const ids = v.optional(v.array(v.number()))

/** A page of what concerns the user on this side, the newest first. */
export const getNotices = createServerFn()
  .validator(v.object({ side, before: v.optional(v.string()), unread: v.optional(v.literal('1')) }))
  .handler(async ({ data: { side, ...query } }) => {
    const session = await requireSession(side)
    const path = `${bases[side]}/notice/index` as const
    return (await callEndpoint<Notices['index']>(session, { method: 'GET', path, query })).data
  })

/** How many notices the user on this side has not read. */
export const getUnread = createServerFn()
  .validator(v.object({ side }))
  .handler(async ({ data: { side } }) => {
    const session = await requireSession(side)
    const path = `${bases[side]}/notice/unread` as const
    return (await callEndpoint<Notices['unread']>(session, { method: 'GET', path })).data.unread
  })

/** Which kinds of notices the user on this side also has by e-mail. */
export const getNoticeMail = createServerFn()
  .validator(v.object({ side }))
  .handler(async ({ data: { side } }) => {
    const session = await requireSession(side)
    const path = `${bases[side]}/notice/mail` as const
    return (await callEndpoint<Notices['byMail']>(session, { method: 'GET', path })).data
  })

/** Chooses whether a kind of notices also comes by e-mail. Returns all choices. The contract validates the kind. */
export const chooseNoticeMail = createServerFn({ method: 'POST' })
  .validator(v.object({ side, kind, on: v.boolean() }))
  .handler(async ({ data: { side, ...body } }) => {
    const session = await requireSession(side)
    const path = `${bases[side]}/notice/mail` as const
    return (await callEndpoint<Notices['chooseByMail']>(session, { method: 'POST', path, body })).data
  })

/** Marks notices of the user on this side as read. Returns how many are left. */
export const readNotices = createServerFn({ method: 'POST' })
  .validator(v.object({ side, ids, announcementIds: ids, all: v.optional(v.literal(true)) }))
  .handler(async ({ data: { side, ...body } }) => {
    const session = await requireSession(side)
    const path = `${bases[side]}/notice/read` as const
    return (await callEndpoint<Notices['read']>(session, { method: 'POST', path, body })).data.unread
  })
