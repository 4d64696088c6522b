import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { cancelDuplicates } from '#src/backend/duplicates.ts'

/** Makes a sender. Each request resolves to its number once the test releases it, unless it is aborted. */
function sender() {
  const gate = Promise.withResolvers<void>()
  const aborted: number[] = []
  const sent: RequestInit[] = []
  const cancelled = vi.fn<(url: string) => void>()
  const fetch = cancelDuplicates(async (_input, init = {}) => {
    const number = sent.push(init)
    const left = new Promise<never>((_, reject) => {
      init.signal?.addEventListener('abort', () => {
        aborted.push(number)
        reject(init.signal?.reason)
      })
    })
    await Promise.race([gate.promise, left])
    return new Response(String(number))
  }, cancelled)
  return { fetch, sent, aborted, cancelled, answer: gate.resolve }
}

const textOf = (answer: Promise<Response>) => answer.then((response) => response.text())

test('the earlier of two identical requests is cancelled and told of; both callers get the answer of the later', async () => {
  const { fetch, sent, aborted, cancelled, answer } = sender()
  const [one, other] = [fetch('/f', { method: 'POST', body: 'x' }), fetch('/f', { method: 'POST', body: 'x' })]
  answer()
  expect(await Promise.all([textOf(one), textOf(other)])).toEqual(['2', '2'])
  expect(sent).toHaveLength(2)
  expect(aborted).toEqual([1])
  expect(cancelled.mock.calls).toEqual([['/f']])
})

test('a cancelled write repeats its idempotency key', async () => {
  const { fetch, sent, answer } = sender()
  const body = JSON.stringify({ data: { idempotencyKey: 'key-1' } })
  const both = [fetch('/f', { method: 'POST', body }), fetch('/f', { method: 'POST', body })]
  answer()
  await Promise.all(both)
  expect(sent.map((init) => init.body)).toEqual([body, body])
})

test('other payloads, methods and addresses, uploads, and later repeats are no duplicates', async () => {
  const { fetch, cancelled, answer } = sender()
  const upload = () => fetch('/f', { method: 'POST', body: new FormData() })
  const all = [
    fetch('/f'),
    fetch('/g'),
    fetch('/f', { method: 'POST' }),
    fetch('/f', { method: 'POST', body: 'x' }),
    upload(),
    upload(),
  ]
  answer()
  await Promise.all(all)
  await fetch('/f')
  expect(cancelled).not.toHaveBeenCalled()
})

test('a caller that leaves fails alone; the request ends when the last one has left', async () => {
  const { fetch, aborted, answer } = sender()
  const [first, second] = [new AbortController(), new AbortController()]
  const one = textOf(fetch('/f', { signal: first.signal }))
  const other = textOf(fetch('/f', { signal: second.signal }))
  second.abort()
  await expect(other).rejects.toThrow(/abort/i)
  expect(aborted).toEqual([1])

  const alone = new AbortController()
  const third = textOf(fetch('/g', { signal: alone.signal }))
  alone.abort()
  await expect(third).rejects.toThrow(/abort/i)
  expect(aborted).toEqual([1, 3])
  answer()
  expect(await one).toBe('2')
  expect(await textOf(fetch('/g'))).toBe('4')
})

test('a failure reaches everybody who waits', async () => {
  const failed = Promise.withResolvers<Response>()
  const fetch = cancelDuplicates(
    () => failed.promise,
    () => undefined,
  )
  const both = [fetch('/f'), fetch('/f')]
  failed.reject(new TypeError('Failed to fetch'))
  const outcomes = await Promise.allSettled(both)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('queries with the same payload, refetches and prefetches end well, and no screen shows an error', async () => {
  const { fetch, sent, cancelled, answer } = sender()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const options = (name: string) => ({
    queryKey: [name],
    queryFn: ({ signal }: { signal: AbortSignal }) => textOf(fetch('/f', { signal })),
  })
  const seen: string[] = []
  const stops = ['a', 'b'].map((name) =>
    new QueryObserver<string>(client, options(name)).subscribe(({ status }) => seen.push(status)),
  )
  void client.prefetchQuery(options('c'))
  // All three queries are under way.
  await expect.poll(() => sent).toHaveLength(3)
  const again = [client.invalidateQueries({ queryKey: ['a'] }), client.refetchQueries({ queryKey: ['b'] })]
  answer()
  await Promise.all(again)
  await expect.poll(() => client.getQueryData(['c'])).toBeDefined()
  expect(client.getQueryData(['a'])).toBeDefined()
  expect(client.getQueryData(['b'])).toBeDefined()
  expect(seen).not.toContain('error')
  expect(cancelled).toHaveBeenCalled()
  for (const stop of stops) stop()
  client.clear()
})
