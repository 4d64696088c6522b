import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compress } from '../../scripts/lib/compress.ts'

const text = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, name: `icon-${id}` })))

/** Sends a request through the compression. `answers` counts how often the content of the response was read. */
function server() {
  let reads = 0
  const ask = async (path: string, encoding: string, etag: string, content = text) => {
    const request = new Request(`http://localhost${path}`, { headers: { 'accept-encoding': encoding } })
    const body = new ReadableStream(
      {
        pull(controller) {
          reads += 1
          controller.enqueue(new TextEncoder().encode(content))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const headers = { 'content-type': 'application/json', etag }
    const response = await compress(request, async () => new Response(body, { headers }))
    return { response, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  return { ask, reads: () => reads }
}

test('a public document is compressed once, for each encoding and each content', async () => {
  const { ask, reads } = server()
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/icons/fa.json', 'br', '"one"')))
  for (const { response, bytes } of answers) {
    expect(brotliDecompressSync(bytes).toString()).toBe(text)
    expect(response.headers.get('etag')).toBe('W/"one"')
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
  }
  expect(reads()).toBe(1)
  expect(gunzipSync((await ask('/icons/fa.json', 'gzip', '"one"')).bytes).toString()).toBe(text)
  const newer = `${text} `
  expect(brotliDecompressSync((await ask('/icons/fa.json', 'br', '"two"', newer)).bytes).toString()).toBe(newer)
  expect(reads()).toBe(3)
})

test('what may differ from person to person is never kept', async () => {
  const { ask } = server()
  const other = text.replaceAll('icon', 'mine')
  expect(gunzipSync((await ask('/admin/sys-file/a.json', 'gzip', '"1"')).bytes).toString()).toBe(text)
  expect(gunzipSync((await ask('/admin/sys-file/b.json', 'gzip', '"1"', other)).bytes).toString()).toBe(other)
})

test('a header of a million blanks is read', async () => {
  const { ask } = server()
  const encoding = async (header: string) =>
    (await ask('/icons/a.json', header, '"1"')).response.headers.get('content-encoding')
  const blanks = '\t'.repeat(1_000_000)
  expect(await encoding(`gzip${blanks}x, br;${blanks}q=0, gzip;${blanks}q=0.5`)).toBe('gzip')
  expect(await encoding('br ; q=0, gzip ; q=0')).toBe(null)
  expect(await encoding('gzip;level=1, br;q=1')).toBe('br')
})
