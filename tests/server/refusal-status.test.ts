import { expect, test } from 'vitest'
import { BackendError } from '#src/backend/backend-error.ts'
import { withRefusalStatus } from '#src/web/failure-status.server.ts'

type Router = Parameters<typeof withRefusalStatus>[0]

/** The status of a page whose parts have ended like this. */
async function statusOf(errors: unknown[], status = 500) {
  // Seam: only the failures of the matches are read.
  const router = { state: { matches: errors.map((error) => ({ error })) } } as unknown as Router
  const page = () => new Response('page', { status, headers: { 'x-kept': '1' } })
  const streamed = { response: page(), serverSsrCleanup: 'stream' as const, dispose: () => undefined }
  const both = [withRefusalStatus(router, page()), withRefusalStatus(router, streamed)]
  const [answer, other] = both.map((one) => (one instanceof Response ? one : one.response))
  if (!answer || !other) throw new Error('no answer')
  expect(other.status).toBe(answer.status)
  expect([await answer.text(), answer.headers.get('x-kept')]).toEqual(['page', '1'])
  return answer.status
}

test('a page about a row that is gone or of others has the status of the refusal, a failure stays one', async () => {
  expect(await statusOf([undefined, new BackendError(404, 'gone')])).toBe(404)
  expect(await statusOf([new BackendError(403, 'of others')])).toBe(403)
  expect(await statusOf([new BackendError(500, 'broken')])).toBe(500)
  expect(await statusOf([new TypeError('broken')])).toBe(500)
  expect(await statusOf([undefined])).toBe(500)
  expect(await statusOf([new BackendError(404, 'gone')], 200)).toBe(200)
})
