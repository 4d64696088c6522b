import { expect, onTestFinished, test, vi } from 'vitest'
import { fetchEach, fetchLast } from '#src/backend/browser-fetch.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { line } from '#src/lib/line.ts'

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

/** A network that drops what is sent to the server, or all but the check of the connection. */
function dropPackets(passes: boolean) {
  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    if (String(input) === '/healthz') return passes ? new Response('ok') : Promise.reject(new TypeError('timed out'))
    return new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    })
  })
}

test('in a browser: a request without an answer is given up, and the page says so, when the server cannot be reached', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  dropPackets(false)
  const call = fetchEach('/dropped')
  const given = expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(line.read()).toBe('silent')
  await vi.advanceTimersByTimeAsync(5_000)
  await given
  dropPackets(true)
  await line.check(true)
  expect(line.read()).toBe('up')
})

test('in a browser: a request that only takes long goes on, and so does an upload without an answer', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const leaving = new AbortController()
  const ended = vi.fn()
  dropPackets(true)
  const slow = fetchEach('/slow', { signal: leaving.signal }).catch(ended)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ended).not.toHaveBeenCalled()
  leaving.abort()
  await slow
  dropPackets(false)
  const left = new AbortController()
  const ending = vi.fn()
  const upload = fetchEach('/upload', { method: 'POST', body: new FormData(), signal: left.signal }).catch(ending)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(line.read()).toBe('silent')
  expect(ending).not.toHaveBeenCalled()
  left.abort()
  await upload
  dropPackets(true)
  await line.check(true)
})
