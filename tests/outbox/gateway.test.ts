import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { isSuccess } from '#src/server/outbox/gateway.server.ts'
import { startOutbox } from '../support/outbox.ts'
import { listen } from '../support/outgoing.ts'

type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

/** A gateway on a real port. */
async function gateway(answer: (asked: Asked) => { status?: number; body: string }) {
  const asked: Asked[] = []
  const port = await listen(async (request, response) => {
    const { method = '', url = '', headers } = request
    const one = { method, url, headers, body: await text(request) }
    asked.push(one)
    const { status = 200, body } = answer(one)
    response.writeHead(status).end(body)
  })
  return { asked, address: `http://127.0.0.1:${port}` }
}

const sms = { channel: 'sms', recipient: '+8613800138000', event: 'address_changed', seconds: undefined } as const
/** A name that wants to be read as something else in each place. */
const nasty = { name: 'x', time: '"}{secret}&a=b\n<王>' }
const base = { smsMode: 'http', smsMethod: 'POST', smsSecret: 'gate-key-77' } as const

test('a gateway that takes JSON gets each value as a text', async () => {
  const { asked, address } = await gateway(() => ({ body: '{"code":0,"key":"gate-key-77"}' }))
  const { outbox, put, read } = await startOutbox({
    ...base,
    smsUrl: `${address}/send?to={mobile}`,
    smsHeaders: [
      { key: 'X-Key', value: '{secret}' },
      { key: 'bad name', value: 'x' },
    ],
    smsBody: '{"to":"{mobile}","text":"{text}","other":"{nothing}","code":"{code}"}',
    smsSuccess: 'code=0',
  })
  const id = await put({ ...sms, values: nasty })
  await outbox.round()
  const [one] = asked
  expect(one).toMatchObject({ method: 'POST', url: '/send?to=%2B8613800138000' })
  expect(one?.headers).toMatchObject({ 'x-key': 'gate-key-77', 'content-type': 'application/json' })
  const body = JSON.parse(one?.body ?? '')
  expect(body).toMatchObject({ to: '+8613800138000', other: '{nothing}', code: '' })
  expect(body.text).toContain('"}{secret}&a=b')
  // What the gateway repeats of the secret is not kept.
  expect(await read(id)).toMatchObject({ state: 'sent', answer: '{"code":0,"key":"***"}' })
})

test('a gateway that takes a form, and one that takes an address', async () => {
  const { asked, address } = await gateway(() => ({ body: 'OK: 1' }))
  const settings = { ...base, smsUrl: address, smsBody: 'to={mobile}&text={text}&key={secret}', smsSuccess: 'OK' }
  const form = await startOutbox(settings)
  await form.put({ ...sms, values: nasty })
  await form.outbox.round()
  const sent = new URLSearchParams(asked[0]?.body)
  expect([...sent.keys()]).toEqual(['to', 'text', 'key'])
  expect(sent.get('to')).toBe('+8613800138000')
  expect(sent.get('text')).toContain('"}{secret}&a=b\n<王>')
  const got = await startOutbox({ ...settings, smsMethod: 'GET', smsUrl: `${address}/get?m={mobile}&t={text}` })
  await got.put({ ...sms, values: nasty })
  await got.outbox.round()
  expect(asked[1]).toMatchObject({ method: 'GET', body: '' })
  expect(new URL(asked[1]?.url ?? '', address).searchParams.get('t')).toContain('&a=b\n<王>')
})

test('a gateway that does not accept the message is asked again, unless the request itself is wrong', async () => {
  let reply = { status: 200, body: '{"code":7}' }
  const { address } = await gateway(() => reply)
  const { outbox, put, read, passTime } = await startOutbox({ ...base, smsUrl: address, smsSuccess: 'code=0' })
  const id = await put({ ...sms, values: {} })
  const after = async (status: number, body: string) => {
    reply = { status, body }
    await outbox.round()
    await passTime()
    const { state, tries } = await read(id)
    return [state, tries.at(-1)?.result]
  }
  expect(await after(200, '{"code":7}')).toEqual(['waiting', 'The gateway did not accept the message'])
  expect(await after(503, 'busy')).toEqual(['waiting', 'The gateway answered with status 503'])
  expect(await after(429, '')).toEqual(['waiting', 'The gateway answered with status 429'])
  expect(await after(422, 'bad number')).toEqual(['failed', 'The gateway answered with status 422'])
})

test('a gateway without an address, one that cannot be reached, and one in the private network', async () => {
  for (const [smsUrl, said] of [
    ['', 'The gateway for text messages has no valid address'],
    ['http://127.0.0.1:9/', '127.0.0.1:9 could not be reached'],
    ['http://10.1.2.3/', expect.stringContaining('is not on the public network')],
  ] as const) {
    const { outbox, put, read } = await startOutbox({ ...base, smsUrl })
    const id = await put({ ...sms, values: {} })
    await outbox.round()
    expect(await read(id)).toMatchObject({ state: 'waiting', tries: [{ result: said }] })
  }
})

test.each([
  ['{"a":{"b":"0"}}', 'a.b=0', true],
  ['{"a":{"b":0}}', 'a.b = 0', true],
  ['{"ok":true}', 'ok=true', true],
  ['{"code":10}', 'code=1', false],
  ['{"list":[{"s":"OK"}]}', 'list.0.s=OK', true],
  ['{}', 'constructor=1', false],
  ['not json, code=0', 'code=0', true],
  ['SUCCESS', 'SUCCESS', true],
  ['FAIL', 'SUCCESS', false],
  ['anything', '', true],
])('the answer %s under the test %s', (answer, wanted, fits) => {
  expect(isSuccess(answer, wanted)).toBe(fits)
})
