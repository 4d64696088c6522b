import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import { filesIn, picture, read, send } from '../support/uploads.ts'

const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest('hex')

test('a picture is stored, described and delivered', async () => {
  const made = await startApi()
  const admin = await made.signIn()
  const given = await picture('png')
  const sent = await send(made, admin, 'Bild 1.png', given, { topic: 'logo' })
  expect(sent).toMatchObject({ code: 200, msg: 'Uploaded' })
  const { url, file } = sent.data
  expect(file).toMatchObject({
    name: 'Bild 1.png',
    mimetype: 'image/png',
    suffix: 'png',
    width: 40,
    height: 20,
    topic: 'logo',
    visibility: 'private',
    quote: 1,
    url,
  })
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date()).replaceAll('-', '')
  expect(url).toBe(`/storage/logo/${day}/Bild1${file.sha1}.png`)
  const answer = await read(made, admin, url)
  expect(answer.status).toBe(200)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(bytes.length).toBe(file.size)
  expect(sha1(bytes)).toBe(file.sha1)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 40, height: 20 })
  const small = await read(made, admin, `${url}?size=160`)
  expect(small.headers.get('content-type')).toBe('image/webp')
  expect(await sharp(await small.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 40 })
  expect(filesIn(made.files).filter((name) => name.startsWith('incoming'))).toEqual([])
  const { rows } = await made.db.execute(sql`select storage, kind, uploader_kind from attachment`)
  expect(rows).toEqual([{ storage: 'local', kind: 'image', uploader_kind: 'admin' }])
})
