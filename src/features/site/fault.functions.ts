import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { BackendError } from '#src/backend/backend-error.ts'
import type { BrowserSession } from '#src/backend/browser-session.server.ts'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { readSession } from '#src/backend/cookie.server.ts'
import type { reportFaultCall } from './fault.api.server.ts'

const text = v.pipe(v.string(), v.maxLength(8000))

/** The result of a report: its number, or null when it was not recorded. */
export type FaultReport = { number: number | null }

const failure = v.object({ resource: text, part: text, rowId: v.nullable(v.number()), message: text, stack: text })

/**
 * Reports a missing page, or a part of a page that failed, for the signed-in user if there is one. An error of the back
 * end gives `number: null`, because the page shows the result.
 */
export const reportFault = createServerFn({ method: 'POST' })
  .validator(v.object({ path: text, referrer: text, failure: v.exactOptional(failure) }))
  .handler(async ({ data }): Promise<FaultReport> => {
    const send = (session?: BrowserSession) =>
      callEndpoint<typeof reportFaultCall>(session, { method: 'POST', path: '/api/fault/report', body: data })
    const session = await (data.path.startsWith('/admin')
      ? readSession('admin')
      : readSession('user').then((member) => member ?? readSession('admin')))
    try {
      const answer = await send(session).catch((error: unknown) => {
        // The session is over, so the report is sent without it.
        if (session && error instanceof BackendError && error.code === 401) return send()
        throw error
      })
      return answer.data
    } catch (error) {
      if (error instanceof BackendError) return { number: null }
      throw error
    }
  })
