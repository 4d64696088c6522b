import { expect, test } from 'vitest'
import { type Caller, startApi, type TestApi } from '../support/api.ts'
import { filesIn, picture, send } from '../support/uploads.ts'
import { emptyPng, sparseGif } from './samples.ts'

const MAX = 10_485_760

async function set({ db }: TestApi, name: string, value: unknown): Promise<void> {
  await db.execute(
    `insert into config (name, "group", value) values ('${name}', 'upload', '${JSON.stringify(value)}') on conflict (name) do update set value = excluded.value`,
  )
}

const kept = ({ files }: TestApi) => filesIn(files).filter((name) => name !== 'store-id')

/** A raw request, whose body may stop anywhere. */
function raw({ api }: TestApi, { tokens }: Caller, body: BodyInit, type: string) {
  // Seam: Node needs `duplex` for streams; the type of browsers does not know it.
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.access_token}`, 'accept-language': 'en', 'content-type': type },
    body,
    duplex: 'half',
  }
  return api.request(new Request('http://localhost/admin/sys-file/upload', init))
}

const HEAD = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n'
const TYPE = 'multipart/form-data; boundary=b'

test('ten megabytes are taken, and not one byte more; a name comes back as it was', async () => {
  const made = await startApi()
  // Ten megabytes are taken, and not one byte more.
  {
    const admin = await made.signIn()
    const text = Buffer.alloc(MAX + 1, 'a')
    const largest = await send(made, admin, 'a.txt', text.subarray(0, MAX))
    expect(largest).toMatchObject({ code: 200, data: { file: { size: MAX } } })
    expect(await send(made, admin, 'b.txt', text)).toMatchObject({
      status: 413,
      msg: 'The size of the uploaded file exceeds the allowed range!',
    })
    expect(await send(made, admin, 'b.txt', Buffer.alloc(3 * MAX, 'a'))).toMatchObject({ status: 413 })
    expect(kept(made)).toHaveLength(1)
  }
  // A name comes back as it was, whatever a form writes for its signs.
  {
    const admin = await made.signIn()
    const sent = await send(made, admin, 'the "final"\r\n 100% 版.txt', 'text')
    expect(sent.data.file.name).toBe('the "final" 100% 版.txt')
  }
})

test('what is incomplete, cut or unpacks to too much is refused with a sentence and leaves nothing', async () => {
  const made = await startApi()
  // What is incomplete or no form is refused with a sentence, and leaves nothing.
  {
    const admin = await made.signIn()
    const incomplete = { status: 422, msg: 'The data of the uploaded file is incomplete!' }
    expect(await send(made, admin, 'a.txt', '')).toMatchObject(incomplete)
    expect(await send(made, admin, 'x/\u200b', 'text')).toMatchObject(incomplete)
    for (const name of ['filename=""', 'x=y', "filename*=UTF-8''"]) {
      const answer = await raw(made, admin, `${HEAD.replace('filename="a.txt"', name)}text\r\n--b--\r\n`, TYPE)
      expect({ status: answer.status, msg: (await answer.json()).msg }, name).toEqual(incomplete)
    }
    expect(await send(made, admin, 'a.txt', 'text', { topic: '../up' })).toMatchObject({
      status: 422,
      data: { errors: { topic: ['The topic has 1 to 20 letters, digits, hyphens and underscores.'] } },
    })
    expect(await send(made, admin, 'a.txt', 'text', { visibility: 'all' })).toMatchObject({
      status: 422,
      data: { errors: { visibility: ['Please choose from the list'] } },
    })
    const bodies: [body: string, type: string, status: number][] = [
      ['x', 'text/plain', 400],
      ['x', 'multipart/form-data', 400],
      ['--b--\r\n', TYPE, 422],
      [`${HEAD}text`, TYPE, 400],
      [`${HEAD}text\r\n${HEAD}more\r\n--b--\r\n`, TYPE, 422],
      [`${HEAD.replace('"file"', '"other"')}text\r\n--b--\r\n`, TYPE, 422],
    ]
    for (const [body, type, status] of bodies) {
      const answer = await raw(made, admin, body, type)
      expect(answer.status, body).toBe(status)
      const { msg, data } = await answer.json()
      expect(JSON.stringify([msg, data]), body).toContain('Send exactly one file.')
    }
    expect(kept(made)).toEqual([])
  }
  // A connection that is cut in the middle leaves nothing on the disk.
  {
    const admin = await made.signIn()
    let arrived = (): void => undefined
    const half = new Promise<void>((resolve) => {
      arrived = resolve
    })
    let cut = (): void => undefined
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from(HEAD))
        controller.enqueue(Buffer.alloc(2_000_000, 'a'))
        cut = () => controller.error(new Error('connection lost'))
      },
      pull: () => arrived(),
    })
    const sending = raw(made, admin, body, TYPE)
    await half
    await expect.poll(() => kept(made).length).toBe(1)
    cut()
    const answer = await sending
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(kept(made)).toEqual([])
    const { rows } = await made.db.execute('select 1 from attachment')
    expect(rows).toEqual([])
  }
  // Pictures that unpack to too much, and broken ones, are refused with a sentence.
  {
    const admin = await made.signIn()
    const bomb = emptyPng(8000, 6251)
    expect(await send(made, admin, 'bomb.png', bomb)).toMatchObject({
      status: 422,
      msg: 'This picture has too many pixels. At most 50 million are allowed.',
    })
    const whole = await picture('jpeg', 400, 400)
    expect(await send(made, admin, 'half.jpg', whole.subarray(0, whole.length / 2))).toMatchObject({
      status: 422,
      msg: 'This picture is damaged and cannot be read.',
    })
    // Too many frames, and too many pixels in all of them.
    for (const moving of [sparseGif(1, 1, 601), sparseGif(7000, 7000, 3)])
      expect(await send(made, admin, 'moving.gif', moving)).toMatchObject({
        status: 422,
        msg: 'This picture has too many frames. Please upload a shorter or smaller one.',
      })
    expect(kept(made)).toEqual([])
  }
})

test('without the storage, uploads are refused and say so', async () => {
  const made = await startApi()
  const admin = await made.signIn()
  await set(made, 'uploadMode', 'oss')
  expect(await send(made, admin, 'a.txt', 'text')).toMatchObject({
    status: 503,
    msg: 'Files cannot be uploaded: the storage “oss” is not available. Please ask an administrator.',
  })
  await set(made, 'uploadMode', 'local')
  await made.db.execute(`insert into file_store (id, store_id) values (1, 'another directory')`)
  expect(await send(made, admin, 'a.txt', 'text')).toMatchObject({
    status: 503,
    msg: 'Files cannot be uploaded: this server does not have the directory of the site’s files. Please ask an administrator.',
  })
  expect(kept(made)).toEqual([])
})

test('limits of an account: what it keeps, sends in a day, and how many files, also for two at once', async () => {
  const made = await startApi()
  const admin = await made.signIn()
  await set(made, 'uploadQuota', 2_000)
  const text = (sign: string) => Buffer.alloc(1_200, sign)
  const both = await Promise.all([send(made, admin, 'a.txt', text('a')), send(made, admin, 'b.txt', text('b'))])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 413])
  expect(both.find(({ status }) => status === 413)?.msg).toBe(
    'There is no room left for this file: your files may take up 2 KB. Delete some first.',
  )
  await set(made, 'uploadQuota', 0)
  await set(made, 'uploadDaily', 3_000)
  const more = await Promise.all(['c', 'd', 'e'].map((sign) => send(made, admin, `${sign}.txt`, text(sign))))
  expect(more.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])
  expect(more.find(({ status }) => status === 429)?.msg).toBe(
    'You have uploaded as much as is allowed in a day (3 KB). Please go on tomorrow.',
  )
  await set(made, 'uploadDaily', 0)
  await set(made, 'uploadDailyFiles', 3)
  const last = await Promise.all(['f', 'g'].map((sign) => send(made, admin, `${sign}.txt`, text(sign))))
  expect(last.map(({ status }) => status).toSorted()).toEqual([200, 429])
  expect(last.find(({ status }) => status === 429)?.msg).toBe(
    'You have uploaded as many files as are allowed in a day (3). Please go on tomorrow.',
  )
  expect(kept(made)).toHaveLength(3)
})
