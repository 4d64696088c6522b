import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'
import type { ownResultEndpoints } from './own-results.api.server.ts'

type Results = typeof ownResultEndpoints

const link = v.number()
const exam = v.number()

/** The pupils of the member, with their exams. */
export const getOwnResults = createServerFn().handler(async () => {
  const session = await requireSession('user')
  return (await callEndpoint<Results['index']>(session, { method: 'GET', path: '/api/result/index' })).data
})

/** The sheet of a pupil in an exam. */
export const getOwnResult = createServerFn()
  .validator(v.object({ link, exam }))
  .handler(async ({ data }) => {
    const session = await requireSession('user')
    const call = { method: 'GET', path: '/api/result/show', query: data } as const
    return (await callEndpoint<Results['show']>(session, call)).data
  })

/** Who has looked at the sheets of a pupil. */
export const getOwnViews = createServerFn()
  .validator(v.object({ link }))
  .handler(async ({ data }) => {
    const session = await requireSession('user')
    const call = { method: 'GET', path: '/api/result/views', query: data } as const
    return (await callEndpoint<Results['views']>(session, call)).data
  })

/** Asks for a check of a paper. Returns the server's message. */
export const askForCheck = createServerFn({ method: 'POST' })
  .validator(
    v.object({
      link,
      exam,
      subject: v.number(),
      text: v.string(),
      idempotencyKey: v.pipe(v.string(), v.maxLength(100)),
    }),
  )
  .handler(async ({ data: { idempotencyKey, ...body } }) => {
    const session = await requireSession('user')
    const call = { method: 'POST', path: '/api/result/check', body, idempotencyKey } as const
    return (await callEndpoint<Results['check']>(session, call)).msg
  })
