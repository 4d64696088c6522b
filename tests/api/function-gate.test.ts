import { expect, test } from 'vitest'
import { gateFunction } from '#src/web/function-gate.server.ts'

// The framework parses a server function's payload before any check of the sender. The gate checks the payload first.

const address = 'http://x/_serverFn/abc'

/** Answers with the body that passed the gate. */
const echo = async (request: Request) => new Response(`passed ${await request.text()}`)

const post = (body: BodyInit, type = 'application/json') =>
  gateFunction(
    new Request(address, { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' } as RequestInit),
    echo,
  )

test('a payload passes as it was sent, also without a body and in the address', async () => {
  const sent = JSON.stringify({ t: { t: 10, i: 0, p: { k: ['data'], v: [{ t: 1, s: '中文' }] } } })
  expect(await (await post(sent)).text()).toBe(`passed ${sent}`)
  const bare = new Request(address, { method: 'POST' })
  expect(await (await gateFunction(bare, echo)).text()).toBe('passed ')
  const read = new Request(`${address}?payload=${encodeURIComponent(sent)}`)
  expect((await gateFunction(read, echo)).status).toBe(200)
})

test('ten thousand chosen rows and a form as deep as the contract takes one pass', async () => {
  const ids = Array.from({ length: 10_000 }, (_, at) => ({ t: 0, s: at }))
  expect((await post(JSON.stringify({ t: { t: 9, i: 0, a: ids, o: 0 } }))).status).toBe(200)
  let deep: unknown = { t: 1, s: 'x' }
  for (let at = 0; at < 31; at += 1) deep = { t: 10, i: at, p: { k: ['a'], v: [deep] }, o: 0 }
  expect((await post(JSON.stringify(deep))).status).toBe(200)
})

test('what is too large, too deep, of another type or no JSON is refused before the framework reads it', async () => {
  const chunks = new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('"a",'.repeat(100_000)))
    },
  })
  const broken = new ReadableStream({
    start(controller) {
      controller.error(new Error('aborted'))
    },
  })
  const refusals: [Response, number][] = [
    [await post(`"${'a'.repeat(2_200_000)}"`), 413],
    [await post(chunks), 413],
    [await post(broken), 400],
    [await post(`${'['.repeat(5000)}${']'.repeat(5000)}`), 400],
    [await post(`[${'1,'.repeat(400_000)}1]`), 400],
    [await post('{'), 400],
    [await post('"text"'), 400],
    [await post(new Uint8Array([0x7b, 0xff, 0x7d])), 400],
    [await post('a=b', 'application/x-www-form-urlencoded'), 415],
    [await post('--x\r\n', 'multipart/form-data; boundary=x'), 415],
    [await gateFunction(new Request(`${address}?payload=%7B`), echo), 400],
  ]
  for (const [response, status] of refusals) {
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code: status, msg: expect.stringMatching(/\S/) })
  }
})

test('what the framework cannot read, or does not know, is no failure of the server', async () => {
  const fail = (said: string) => () => new Response(said, { status: 500 })
  const sent = () =>
    new Request(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  expect((await gateFunction(sent(), fail('Seroval Error (step: 3)'))).status).toBe(400)
  expect((await gateFunction(sent(), fail('Server function info not found for abc'))).status).toBe(404)
})
