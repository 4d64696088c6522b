import { createServer } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { client, listen, roomy } from '../../support/outgoing.ts'

const at = (port: number) => `http://127.0.0.1:${port}/`
const { get, reason } = client('127.0.0.1')

test('a server that accepts and says nothing, or only half of its headers', async () => {
  const server = createServer((socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-type: te').valueOf())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  expect(await reason(at(port), { limits: { ...roomy, headers: 30 } })).toBe('time')
  const silent = await listen(() => undefined)
  expect(await reason(at(silent), { limits: { ...roomy, headers: 30 } })).toBe('time')
})

test('a name that takes too long to resolve', async () => {
  const stuck = client('', () => undefined)
  expect(await stuck.reason('http://stuck.test/', { limits: { ...roomy, connect: 30 } })).toBe('time')
})

test('a body that drips is over when the whole time is', async () => {
  let closed = false
  const port = await listen((_request, response) => {
    response.write('a')
    response.on('close', () => {
      closed = true
    })
  })
  expect(await reason(at(port), { limits: { ...roomy, whole: 100 } })).toBe('time')
  await expect.poll(() => closed).toBe(true)
})

test('a body without end is cut off at the size, whether it is announced or not', async () => {
  let closed = false
  const port = await listen((_request, response) => {
    const more = () => {
      while (!closed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', more).on('close', () => {
      closed = true
    })
    more()
  })
  expect(await reason(at(port))).toBe('size')
  await expect.poll(() => closed).toBe(true)
  const announced = await listen((_request, response) => {
    response.writeHead(200, { 'content-length': '1000001' }).write('x')
  })
  expect(await reason(at(announced))).toBe('size')
})

test('a small packed body that unpacks to a large one is cut off', async () => {
  const zeros = Buffer.alloc(16_000_000)
  for (const [packing, body] of [
    ['gzip', gzipSync(zeros)],
    ['br', brotliCompressSync(zeros)],
    ['deflate', deflateSync(zeros)],
  ] as const) {
    expect(body.length).toBeLessThan(20_000)
    const port = await listen((_request, response) => response.setHeader('content-encoding', packing).end(body))
    const before = process.memoryUsage().arrayBuffers
    expect(await reason(at(port)), packing).toBe('size')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8_000_000)
  }
})

test('a packed body without end that unpacks to nothing is cut off too', async () => {
  let closed = false
  const port = await listen((_request, response) => {
    // The head of gzip, then empty blocks that are never the last one.
    response.setHeader('content-encoding', 'gzip').write(gzipSync('').subarray(0, 10))
    const empty = Buffer.from('000000ffff'.repeat(10_000), 'hex')
    const more = () => {
      while (!closed && response.write(empty));
    }
    response.on('drain', more).on('close', () => {
      closed = true
    })
    more()
  })
  expect(await reason(at(port))).toBe('size')
})

test('a packed body is unpacked; a damaged or unknown packing is refused; raw stays raw', async () => {
  const packed = gzipSync('icons')
  let [packing, body]: [string, Buffer] = ['gzip', packed]
  const port = await listen((_request, response) => response.setHeader('content-encoding', packing).end(body))
  const answer = await get(at(port))
  expect([await answer.text(), answer.headers.get('content-encoding')]).toEqual(['icons', null])
  const raw = await get(at(port), { raw: true })
  expect(raw.headers.get('content-encoding')).toBe('gzip')
  expect(Buffer.from(await raw.arrayBuffer())).toEqual(packed)
  body = packed.subarray(0, 15)
  expect(await reason(at(port))).toBe('packed')
  body = Buffer.from('no gzip')
  expect(await reason(at(port))).toBe('packed')
  packing = 'br'
  expect(await reason(at(port))).toBe('packed')
  packing = 'compress'
  expect(await reason(at(port))).toBe('packed')
})

test('a connection that breaks is no silent end', async () => {
  const port = await listen((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('half', () => response.destroy())
  })
  expect(await reason(at(port))).toBe('unreachable')
  const away = await listen((_request, response) => response.destroy())
  expect(await reason(at(away))).toBe('unreachable')
  const odd = await listen((_request, response) => response.writeHead(999).end())
  expect(await reason(at(odd))).toBe('unreachable')
})

test('an answer that breaks before anybody reads it fails the reader, not the process', async () => {
  for (const packing of ['identity', 'gzip']) {
    let breakOff = () => undefined as unknown
    const port = await listen((_request, response) => {
      response.writeHead(200, { 'content-encoding': packing }).write(gzipSync('half'))
      breakOff = () => response.destroy()
    })
    const answer = await get(at(port))
    breakOff()
    await new Promise(setImmediate)
    await expect(answer.text(), packing).rejects.toThrow()
    const leaving = new AbortController()
    const left = await get(at(port), { signal: leaving.signal })
    leaving.abort(new Error('gone'))
    await new Promise(setImmediate)
    await expect(left.text(), packing).rejects.toThrow('gone')
  }
})

test('who leaves gets the own reason, before the answer and within it', async () => {
  const silent = await listen(() => undefined)
  const leaving = new AbortController()
  const waiting = get(at(silent), { signal: leaving.signal })
  leaving.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  await expect(get(at(silent), { signal: leaving.signal })).rejects.toThrow('gone')
  const dripping = await listen((_request, response) => void response.write('a'))
  const within = new AbortController()
  const reader = (await get(at(dripping), { signal: within.signal })).body?.getReader()
  await reader?.read()
  within.abort(new Error('enough'))
  await expect(reader?.read()).rejects.toThrow('enough')
})

test('a connection is used again, but not for a raw request', async () => {
  const ports = new Set<number | undefined>()
  const port = await listen((request, response) => {
    ports.add(request.socket.remotePort)
    response.end('ok')
  })
  for (let i = 0; i < 3; i++) await (await get(at(port))).text()
  expect(ports.size).toBe(1)
  await (await get(at(port), { raw: true })).text()
  expect(ports.size).toBe(2)
})
