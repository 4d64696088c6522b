import { expect, test } from 'vitest'
import { distinctNames } from '#src/server/files/archive.server.ts'
import { startApi } from '../support/api.ts'
import { read, send } from '../support/uploads.ts'

test('ranges, versions and heads, as browsers ask for them', async () => {
  const made = await startApi()
  const admin = await made.signIn()
  const { url } = (await send(made, admin, '文件 1.txt', 'abcdefghij')).data
  const ask = async (headers: Record<string, string>, who: typeof admin | undefined = admin) => {
    const answer = await read(made, who, url, headers)
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }
  const whole = await ask({})
  expect(whole).toMatchObject({ status: 200, text: 'abcdefghij' })
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache, no-transform',
    'content-length': '10',
    'content-disposition': `inline; filename="__ 1.txt"; filename*=UTF-8''%E6%96%87%E4%BB%B6%201.txt`,
    vary: 'Authorization, Cookie',
  })
  const parts: [range: string, status: number, text: string, range: string | null][] = [
    ['bytes=0-3', 206, 'abcd', 'bytes 0-3/10'],
    ['bytes=8-', 206, 'ij', 'bytes 8-9/10'],
    ['bytes=-3', 206, 'hij', 'bytes 7-9/10'],
    ['bytes=5-900', 206, 'fghij', 'bytes 5-9/10'],
    ['bytes=-99', 206, 'abcdefghij', 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=3-1', 200, 'abcdefghij', null],
    ['bytes=0-1,4-5', 200, 'abcdefghij', null],
    ['lines=1-2', 200, 'abcdefghij', null],
  ]
  for (const [range, status, text, given] of parts) {
    const answer = await ask({ range })
    expect([answer.status, answer.text, answer.headers.get('content-range')], range).toEqual([status, text, given])
  }
  const [etag, modified] = [whole.headers.get('etag') ?? '', whole.headers.get('last-modified') ?? '']
  expect(etag).toMatch(/^"\w{32}"$/)
  expect(await ask({ 'if-none-match': `"x", W/${etag}` })).toMatchObject({ status: 304, text: '' })
  expect(await ask({ 'if-none-match': '"x"' })).toMatchObject({ status: 200 })
  expect(await ask({ 'if-modified-since': modified })).toMatchObject({ status: 304 })
  expect(await ask({ 'if-range': etag, range: 'bytes=0-0' })).toMatchObject({ status: 206, text: 'a' })
  expect(await ask({ 'if-range': '"old"', range: 'bytes=0-0' })).toMatchObject({ status: 200 })
  const headers = { authorization: `Bearer ${admin.tokens.access_token}` }
  const head = await made.api.request(url, { method: 'HEAD', headers })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
  const saved = await read(made, admin, `${url}?download=1`)
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment; /)
  const open = (await send(made, admin, 'b.txt', 'open', { visibility: 'public' })).data.url
  const shared = await read(made, undefined, open)
  expect(shared.headers.get('cache-control')).toBe('public, max-age=31536000, immutable, no-transform')
})

test('chosen files come as one archive, only to those who see them', async () => {
  const made = await startApi()
  const admin = await made.signIn()
  const files = [await send(made, admin, 'a.txt', 'one'), await send(made, admin, 'a.txt', 'two')]
  const ids = files.map(({ data }) => data.file.id)
  const ask = (query: string) => read(made, admin, `/adminApi/attachment/download?${query}`)
  const answer = await ask(ids.map((id) => `ids[]=${id}`).join('&'))
  expect(answer.headers.get('content-disposition')).toContain('attachments.zip')
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { fromBuffer } = await import('yauzl')
  const names = await new Promise<string[]>((resolve, reject) => {
    const found: string[] = []
    fromBuffer(bytes, { lazyEntries: false }, (error, zip) => {
      if (error) return reject(error)
      zip.on('entry', ({ fileName }: { fileName: string }) => found.push(fileName))
      zip.on('end', () => resolve(found))
    })
  })
  expect(names).toEqual(['a.txt', 'a (2).txt'])
  expect((await ask(`ids[]=${ids[0]}&ids[]=999`)).status).toBe(404)
  await made.db.execute(`update attachment set size = 3000000000 where id = ${ids[0]}`)
  const large = await ask(`ids[]=${ids[0]}`)
  expect([large.status, (await large.json()).msg]).toEqual([
    413,
    'These files are too large for one archive: 2.8 GB. Select fewer; at most 2 GB fit.',
  ])
})

test('the picture of an extension is drawn, always the same, and nothing of the request runs in it', async () => {
  const made = await startApi()
  const admin = await made.signIn()
  const ask = (suffix: string, headers = {}) =>
    read(made, admin, `/admin/ajax/buildSuffixSvg?suffix=${encodeURIComponent(suffix)}`, headers)
  const answer = await ask('docx')
  expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  expect(answer.headers.get('cache-control')).toBe('private, max-age=86400')
  const picture = await answer.text()
  expect(picture).toContain('>DOCX</text>')
  expect(await (await ask('docx')).text()).toBe(picture)
  expect(await (await ask('pdf')).text()).not.toBe(picture.replace('DOCX', 'PDF'))
  expect(await (await ask('"><script>x')).text()).toContain('>SCRI</text>')
  expect((await ask('docx', { 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(304)
  expect(await (await ask('x'.repeat(120))).text()).toContain('>XXXX</text>')
  expect((await ask('x'.repeat(300))).status).toBe(400)
  expect(await (await ask('文档资料夹')).text()).toContain('>文档资料</text>')
  for (const nameless of ['', '.', '&<>"', '😀'])
    expect(await (await ask(nameless)).text(), nameless).toContain('>FILE<')
})

test('the picture of an extension has the color asked for, with letters that can be read on it', async () => {
  const made = await startApi()
  const admin = await made.signIn()
  const ask = (background: string) =>
    read(made, admin, `/admin/ajax/buildSuffixSvg?suffix=png&background=${encodeURIComponent(background)}`)
  const light = await (await ask('#FFEE00')).text()
  expect(light).toContain('fill="#ffee00"/>')
  expect(light).not.toMatch(/<text[^>]*fill="#ffffff"/)
  expect(await (await ask('036')).text()).toMatch(/fill="#003366"\/><text[^>]*fill="#ffffff"/)
  for (const wrong of ['red', '#12345', '"/><script>alert(1)</script>', 'url(#x)', '#fff;x'])
    expect((await ask(wrong)).status, wrong).toBe(400)
})

test('names in an archive can be unpacked everywhere', () => {
  expect(distinctNames(['CON.txt', 'a. ', '..', 'b?.txt', 'B_.TXT', '😀.png'])).toEqual([
    '_CON.txt',
    'a_',
    '_',
    'b_.txt',
    'B_ (2).TXT',
    '😀.png',
  ])
})

test('no answer tells when somebody else has sent the same', async () => {
  const made = await startApi()
  const admin = await made.signIn()
  const member = await made.signIn('user')
  const first = await send(made, admin, 'first.txt', 'the same text')
  await made.db.execute(`update file_blob set create_time = '2020-01-02T03:04:05Z'`)
  const second = await send(made, member, 'second.txt', 'the same text', { side: 'user' })
  expect(first.data.file.sha1).toBe(second.data.file.sha1)
  const { headers } = await read(made, member, second.data.url)
  expect(Date.now() - Date.parse(headers.get('last-modified') ?? '')).toBeLessThan(60_000)
})
