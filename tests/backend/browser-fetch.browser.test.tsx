import { expect, test, vi } from 'vitest'
import { fetchEach, fetchLast } from '#src/backend/browser-fetch.ts'
import { m } from '#src/i18n/paraglide/messages.js'

const address = () => `/@vite/client?${Math.random()}`

test('in a browser: the earlier of two identical requests is cancelled and logged, and both callers are answered', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const url = address()
  const answers = await Promise.all([fetchLast(url), fetchLast(url)])
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual([expect.any(String), expect.any(String)])
  expect(info.mock.calls).toEqual([[`${m.error_duplicateRequest()}: ${url}`]])
})

test('in a browser: a request that opts out runs beside its like; one that its caller leaves fails as aborted', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const url = address()
  await Promise.all([fetchEach(url), fetchEach(url), fetchLast(url)])
  const leaving = new AbortController()
  const call = fetchLast(address(), { signal: leaving.signal })
  leaving.abort()
  await expect(call).rejects.toThrow(/abort/i)
  expect(info).not.toHaveBeenCalled()
})

test('in a browser: what a gateway refuses is a BackendError with a sentence', async () => {
  const refused = fetchLast('/@fs/none-of-this', { method: 'POST', body: 'x' })
  await expect(refused).rejects.toMatchObject({ name: 'BackendError', message: expect.stringMatching(/./) })
})
