import { expect, test } from 'vitest'
import { bodyOf, type Handler, json, startProxy, upload } from '../support/stream-proxy.ts'

// Uploads, downloads and events pass as they come: nothing is gathered, and each side hears when the other one leaves.

/** Waits until a number stays the same for 200 ms, so that no data flows any more. */
async function standsStill(count: () => number): Promise<void> {
  let last = Number.NaN
  await expect
    .poll(
      () => {
        const before = last
        last = count()
        return last === before
      },
      { interval: 200 },
    )
    .toBe(true)
}

type Proxy = Awaited<ReturnType<typeof startSwitched>>

/** Starts the application in front of a back end that each case replaces with `use`. */
async function startSwitched() {
  let handler: Handler = (_request, response) => json(response, null)
  const proxy = await startProxy((request, response) => handler(request, response))
  const use = (next: Handler) => {
    handler = next
  }
  return { ...proxy, use }
}

test('an upload passes with flat memory, may be abandoned or refused half-way, and the back end hears of it', async () => {
  const proxy = await startSwitched()
  await uploadFlat(proxy)
  await abandonedUpload(proxy)
  await earlyRefusal(proxy)
})

test('a download and events pass as they come, and neither an end nor a break is silent', async () => {
  const proxy = await startSwitched()
  await slowReader(proxy)
  await eventsOneByOne(proxy)
  await brokenBackend(proxy)
})

/** An upload of 160 MB passes with flat memory, as fast as the back end takes it. */
async function uploadFlat({ call, use }: Proxy): Promise<void> {
  let size = 0
  let resume: (() => void) | undefined
  use((request, response) => {
    if (!request.url?.endsWith('/upload')) return json(response, null)
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (resume || size < 10_000_000) return
      request.pause()
      resume = () => request.resume()
    })
    request.on('end', () => json(response, { size }))
  })
  const { stream, made } = bodyOf(2560)
  const before = process.memoryUsage().rss
  const sending = call('/admin/sys-file/upload', upload(stream))
  await expect.poll(() => resume).toBeDefined()
  // The sender may be ahead of the paused back end by the size of the buffers, not by the whole file.
  await standsStill(() => made.chunks)
  const ahead = made.chunks * 65_536 - size
  expect(ahead).toBeLessThan(24_000_000)
  resume?.()
  expect(await (await sending).json()).toMatchObject({ data: { size: 2560 * 65_536 } })
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
}

/** A slow reader holds the back end back, and its leaving is heard there. */
async function slowReader({ call, use }: Proxy): Promise<void> {
  let written = 0
  let closed = false
  use((_request, response) => {
    const chunk = Buffer.alloc(65_536)
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    const more = () => {
      while (!closed) {
        written += chunk.length
        if (!response.write(chunk)) return void response.once('drain', more)
      }
    }
    response.on('close', () => {
      closed = true
    })
    more()
  })
  const leaving = new AbortController()
  const answer = await call('/admin/sys-file/endless', { signal: leaving.signal })
  const reader = answer.body?.getReader()
  await reader?.read()
  await standsStill(() => written)
  expect(written).toBeLessThan(24_000_000)
  leaving.abort()
  await expect.poll(() => closed).toBe(true)
  await expect(reader?.read()).rejects.toThrow(/abort/i)
}

/** An upload that is abandoned half-way ends at the back end too. */
async function abandonedUpload({ call, use }: Proxy): Promise<void> {
  let received = 0
  let aborted = false
  use((request, response) => {
    if (!request.url?.endsWith('/upload')) return json(response, null)
    request.on('data', (chunk: Buffer) => {
      received += chunk.length
    })
    request.on('error', () => undefined)
    request.on('close', () => {
      aborted = !request.complete
    })
  })
  const leaving = new AbortController()
  const endless = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // Lets other tasks run first.
      await new Promise(setImmediate)
      // The client goes on reading the body of a request that was aborted, without end.
      if (leaving.signal.aborted) controller.close()
      else controller.enqueue(new Uint8Array(65_536))
    },
  })
  const sending = call('/admin/sys-file/upload', { ...upload(endless), signal: leaving.signal })
  await expect.poll(() => received).toBeGreaterThan(300_000)
  leaving.abort()
  await expect(sending).rejects.toThrow(/abort/i)
  await expect.poll(() => aborted).toBe(true)
}

/** A refusal that comes before the upload has ended is passed on. */
async function earlyRefusal({ call, use }: Proxy): Promise<void> {
  use((request, response) => {
    if (!request.url?.endsWith('/upload')) return json(response, null)
    request.once('data', () => {
      const refused = JSON.stringify({ code: 413, msg: '', data: null })
      const headers = { 'content-type': 'application/json', 'content-length': refused.length, connection: 'close' }
      response.writeHead(413, headers).write(refused)
      // RFC 9112, 9.6: a server that closes at once while data still arrives may destroy its own response.
      request.resume().once('end', () => response.end())
    })
  })
  const answer = await call('/admin/sys-file/upload', upload(bodyOf(200).stream))
  expect([answer.status, await answer.json()]).toMatchObject([413, { code: 413 }])
}

/** Events arrive one by one, and the stream ends when the back end ends it. */
async function eventsOneByOne({ call, use }: Proxy): Promise<void> {
  let next: () => void = () => undefined
  use((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: {"uuid":"1","data":"command-link-success"}\n\n')
    next = () => {
      response.write('data: second\n\n')
      next = () => response.end()
    }
  })
  const answer = await call('/admin/Terminal/index?command=x')
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toContain('command-link-success')
  next()
  expect((await reader?.read())?.value).toBe('data: second\n\n')
  next()
  expect((await reader?.read())?.done).toBe(true)
}

/** A back end that breaks off, or is not there, is no silent end. */
async function brokenBackend({ call, use, cookie }: Proxy): Promise<void> {
  use((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('half', () => response.destroy())
  })
  await expect(call('/admin/sys-file/a').then((answer) => answer.text())).rejects.toThrow()
  use((_request, response) => response.destroy())
  const answer = await call('/admin/sys-file/a', { headers: { cookie: `${cookie}; ys_lang=en` } })
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 503, msg: 'Server exception!' }])
  const headers = { cookie: `${cookie}; ys_lang=en`, 'x-page-language': 'zh-cn' }
  const shownOtherwise = await (await call('/admin/sys-file/a', { headers })).json()
  expect(shownOtherwise.msg, 'a page that ?lang= shows in another language').toBe('服务器异常！')
}
