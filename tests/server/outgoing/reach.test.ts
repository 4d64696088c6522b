import { expect, test } from 'vitest'
import { client, listen } from '../../support/outgoing.ts'

// Which machines the server reaches: with real connections to servers of the test, which are all on the loopback.

const open = (calls: string[] = []) =>
  listen((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    response.end('secret')
  })

test('an address that is not public is reached only when it is listed, in every spelling', async () => {
  const calls: string[] = []
  const port = await open(calls)
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '1２7.0.0.1',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '0.0.0.0',
    '[::]',
  ]
  for (const host of hosts) expect(await client('').reason(`http://${host}:${port}/`), host).toBe('private')
  expect(calls).toEqual([])
  expect(await (await client('127.0.0.0/8').get(`http://0x7f.1:${port}/a`)).text()).toBe('secret')
  expect(await (await client(`127.0.0.1:${port}`).get(`http://127.0.0.1:${port}/b`)).text()).toBe('secret')
  expect(await client(`127.0.0.1:${port + 1}`).reason(`http://127.0.0.1:${port}/c`)).toBe('private')
  expect(calls).toEqual(['GET /a', 'GET /b'])
})

test('a name is judged by the addresses that it resolves to', async () => {
  const calls: string[] = []
  const port = await open(calls)
  const url = `http://localhost:${port}/`
  for (const list of ['', 'elsewhere', 'localhost:1']) expect(await client(list).reason(url), list).toBe('private')
  // Not every system resolves this spelling.
  expect(['private', 'unreachable']).toContain(await client('').reason(`http://localhost.:${port}/`))
  expect(calls).toEqual([])
  for (const list of ['localhost', `LOCALHOST:${port}`, '127.0.0.0/8'])
    expect(await (await client(list).get(url)).text(), list).toBe('secret')
})

test('the connection goes to the address that was checked: the name is resolved once', async () => {
  const port = await open()
  const asked: string[] = []
  // A name server that answers with the listed address first, and with another one to whoever asks again.
  const turning = client('127.0.0.1', (name, _options, done) => {
    asked.push(name)
    done(null, [{ address: asked.length === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }])
  })
  expect(await (await turning.get(`http://turning.test:${port}/`)).text()).toBe('secret')
  expect(asked).toEqual(['turning.test'])
})

test('of the addresses of a name, only those that may be reached are used', async () => {
  const port = await open()
  const both = client('127.0.0.1', (_name, _options, done) =>
    done(null, [
      { address: '10.255.255.1', family: 4 },
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]),
  )
  expect(await (await both.get(`http://both.test:${port}/`)).text()).toBe('secret')
})

test.each(['ftp://a/', 'file:///etc/passwd', 'data:text/plain,a', 'http://user:pass@a.test/', 'http://', ''])(
  '%j is not fetched',
  async (url) => {
    expect(await client('a.test').reason(url)).toBe('address')
  },
)

test('a name without an address, and a port where nobody listens', async () => {
  expect(await client('').reason('http://no-such-name.invalid/')).toBe('unreachable')
  expect(await client('127.0.0.1').reason('http://127.0.0.1:1/')).toBe('unreachable')
})
