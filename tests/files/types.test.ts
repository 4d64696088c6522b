import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import { filesIn, picture, read, send } from '../support/uploads.ts'
import {
  bmpOf,
  compoundOf,
  filmOf,
  movingOf,
  movingPng,
  mp3Of,
  officeOf,
  page,
  pdf,
  photo,
  rar4,
  rar5,
  svg,
  taggedMp3,
  wavOf,
  zipOf,
} from './samples.ts'

/** A bitmap of four rows whose header says something else. Its runs have no size that can be checked. */
function promising(width: number, height: number, runs = false): Buffer {
  const bytes = bmpOf(5, 4)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(height, 22)
  if (runs) bytes.writeUInt32LE(1, 30)
  return bytes
}

const REFUSED = { status: 422, msg: 'The type of uploaded file is not allowed!' }

test('each type is known by its content and delivered as what it is; a name that lies is refused; pictures are made anew', async () => {
  const made = await startApi()
  // A name that lies is refused with the message of the specification.
  {
    const admin = await made.signIn()
    const png = await picture('png')
    const lies: [name: string, content: Uint8Array][] = [
      ['a.jpg', png],
      ['a.png', await picture('jpeg')],
      ['a.png', page],
      ['a.gif', Buffer.concat([Buffer.from('<script>'), png])],
      ['a.txt', page],
      ['a.txt', svg],
      ['a.txt', Buffer.from('﻿  <HTML><body>')],
      ['a.txt', Buffer.from(`${'words '.repeat(900)}<script>alert(1)</script>`)],
      ['a.txt', Buffer.from('\ufeff<html>', 'utf16le')],
      ['a.txt', Buffer.from([0x61, 0, 0x62])],
      ['a.txt', Buffer.from([0x80, 0xff, 0xff])],
      ['a.txt', Buffer.from('MZ\x90\x00')],
      ['a.docx', await zipOf({ 'x.txt': 'x' })],
      ['a.docx', await officeOf('xl')],
      ['a.xlsx', await officeOf('word')],
      ['a.doc', compoundOf('Workbook')],
      ['a.xls', compoundOf('WordDocument')],
      ['a.xls', Buffer.from('<html><table></table></html>')],
      ['a.doc', await officeOf('word')],
      ['a.zip', rar4],
      ['a.rar', await zipOf({ x: 'x' })],
      ['a.zip', Buffer.from('PK\x03\x04 and nothing more')],
      ['a.bmp', bmpOf(5, 4, 99)],
      // A few bytes that promise a large picture.
      ['a.bmp', promising(60_000, 60_000)],
      ['a.bmp', promising(5, 5)],
      ['a.bmp', Buffer.from('BM<script>alert(1)</script>')],
      ['a.mp3', filmOf('isom')],
      ['a.mp4', mp3Of()],
      ['a.wav', await picture('webp')],
      ['a.webp', wavOf()],
      ['a.svg', svg],
      ['a.html', page],
      ['a.pdf', pdf],
      ['png', png],
      ['a.png.php', png],
    ]
    for (const [name, content] of lies)
      expect(await send(made, admin, name, content, { type: 'image/png' }), name).toMatchObject(REFUSED)
    expect(await send(made, admin, 'a.bmp', promising(60_000, 60_000, true))).toMatchObject({
      status: 422,
      msg: 'This picture has too many pixels. At most 50 million are allowed.',
    })
    expect(filesIn(made.files).filter((name) => name !== 'store-id')).toEqual([])
    const { rows } = await made.db.execute('select 1 from attachment union all select 1 from file_blob')
    expect(rows).toEqual([])
  }
  // Each type of the site is known by its content, and delivered as what it is.
  {
    const admin = await made.signIn()
    const some: [name: string, content: Uint8Array, type: string, shown: 'inline' | 'attachment'][] = [
      ['a.jpg', await picture('jpeg'), 'image/jpeg', 'inline'],
      ['a.jpeg', await picture('jpeg'), 'image/jpeg', 'inline'],
      ['a.PNG', await picture('png'), 'image/png', 'inline'],
      ['a.gif', await picture('gif'), 'image/gif', 'inline'],
      ['a.webp', await picture('webp'), 'image/webp', 'inline'],
      ['a.bmp', bmpOf(5, 4), 'image/bmp', 'inline'],
      ['a.zip', await zipOf({ 'x.txt': 'x' }), 'application/zip', 'attachment'],
      ['a.rar', rar4, 'application/vnd.rar', 'attachment'],
      ['b.rar', rar5, 'application/vnd.rar', 'attachment'],
      ['a.xls', compoundOf('Workbook'), 'application/vnd.ms-excel', 'attachment'],
      ['a.doc', compoundOf('WordDocument'), 'application/msword', 'attachment'],
      [
        'a.docx',
        await officeOf('word'),
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        'attachment',
      ],
      [
        'a.xlsx',
        await officeOf('xl'),
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'attachment',
      ],
      [
        'sealed.docx',
        compoundOf('EncryptedPackage'),
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        'attachment',
      ],
      ['a.wav', wavOf(), 'audio/wav', 'inline'],
      ['a.mp4', filmOf('isom'), 'video/mp4', 'inline'],
      ['b.mp4', filmOf('mp42'), 'video/mp4', 'inline'],
      ['c.mp4', filmOf('M4V '), 'video/mp4', 'inline'],
      ['a.mp3', mp3Of(), 'audio/mpeg', 'inline'],
      ['b.mp3', taggedMp3(), 'audio/mpeg', 'inline'],
      ['a.txt', Buffer.from('学生 1 < 2 and 3 > 2\n'), 'text/plain; charset=utf-8', 'inline'],
      ['b.txt', Buffer.from('\ufeff学生', 'utf16le'), 'text/plain; charset=utf-16le', 'inline'],
      ['c.txt', Buffer.from([0xd1, 0xa7, 0xc9, 0xfa, 0x0a]), 'text/plain; charset=gb18030', 'inline'],
    ]
    for (const [name, content, type, shown] of some) {
      const sent = await send(made, admin, name, content)
      expect(sent, name).toMatchObject({ code: 200 })
      const answer = await read(made, admin, sent.data.url)
      await answer.arrayBuffer()
      expect(answer.headers.get('content-type'), name).toBe(type)
      expect(answer.headers.get('content-disposition'), name).toMatch(new RegExp(`^${shown}; `))
      expect(answer.headers.get('content-security-policy'), name).toContain("sandbox; default-src 'none'")
      expect(answer.headers.get('x-content-type-options'), name).toBe('nosniff')
    }
    const { rows } = await made.db.execute(`select name, width, height from attachment where name like 'a.bmp'`)
    expect(rows).toEqual([{ name: 'a.bmp', width: 5, height: 4 }])
  }
  // Pictures are made anew: upright, without facts about the place, without what hides behind them; they still move.
  {
    const admin = await made.signIn()
    const bytesOf = async (url: string) => Buffer.from(await (await read(made, admin, url)).arrayBuffer())
    const given = await photo()
    expect(given.toString('latin1')).toContain('SecretCamera')
    const hidden = Buffer.concat([given, Buffer.from('<script>hidden</script>PK\x03\x04')])
    const sent = await send(made, admin, 'photo.jpg', hidden)
    expect(sent.data.file).toMatchObject({ width: 30, height: 60 })
    const kept = await bytesOf(sent.data.url)
    expect(kept.toString('latin1')).not.toMatch(/SecretCamera|hidden|Exif/)
    const facts = await sharp(kept).metadata()
    expect(facts).toMatchObject({ width: 30, height: 60 })
    expect([facts.exif, facts.orientation]).toEqual([undefined, undefined])
    for (const format of ['gif', 'webp'] as const) {
      const moving = await send(made, admin, `moving.${format}`, await movingOf(format))
      expect(moving.data.file, format).toMatchObject({ width: 30, height: 20 })
      expect(await sharp(await bytesOf(moving.data.url)).metadata(), format).toMatchObject({ pages: 3, format })
    }
    const moves = await send(made, admin, 'moves.png', await movingPng())
    expect(moves.data.file).toMatchObject({ width: 20, height: 10 })
    const parts = (await bytesOf(moves.data.url)).toString('latin1')
    expect(parts.match(/acTL|fcTL|IDAT|fdAT|IEND/g)).toEqual(['acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND'])
    expect(parts).not.toContain('hidden')
    expect(await send(made, admin, 'many.png', await movingPng(100_000))).toMatchObject({ status: 422 })
    const large = await send(made, admin, 'large.png', await picture('png', 1600, 800))
    for (const size of [160, 640])
      expect(await sharp(await bytesOf(`${large.data.url}?size=${size}`)).metadata()).toMatchObject({
        width: size,
        height: size / 2,
        format: 'webp',
      })
  }
  // What an administrator allows besides is known, or kept as bytes; a drawing is a download only.
  {
    const admin = await made.signIn()
    await made.db.execute(`insert into config (name, "group", value) values ('uploadMimetype', 'upload', '"*"')
      on conflict (name) do update set value = excluded.value`)
    const some: [name: string, content: Uint8Array, type: string, shown: string][] = [
      ['a.svg', svg, 'application/octet-stream', 'attachment'],
      ['a.pdf', pdf, 'application/pdf', 'inline'],
      ['a.html', page, 'application/octet-stream', 'attachment'],
      ['a.xyz', page, 'application/octet-stream', 'attachment'],
      ['none', Buffer.from('x'), 'application/octet-stream', 'attachment'],
      [`a.${'x'.repeat(30)}`, Buffer.from('x'), 'application/octet-stream', 'attachment'],
      ['a.文档', Buffer.from('x'), 'application/octet-stream', 'attachment'],
      ['a.csv', Buffer.from('a,b\n1,2\n'), 'text/csv; charset=utf-8', 'attachment'],
      ['a.json', Buffer.from('{"a":1}'), 'application/json; charset=utf-8', 'attachment'],
      ['a.md', Buffer.from('# Title'), 'text/markdown; charset=utf-8', 'attachment'],
      ['a.mov', filmOf('qt  '), 'video/quicktime', 'inline'],
      [
        'a.pptx',
        await officeOf('ppt'),
        'application/vnd.openxmlformats-officedocument.presentationml.presentation',
        'attachment',
      ],
      ['a.ppt', compoundOf('PowerPoint Document'), 'application/vnd.ms-powerpoint', 'attachment'],
    ]
    for (const [name, content, type, shown] of some) {
      const sent = await send(made, admin, name, content, { visibility: 'public' })
      expect(sent, name).toMatchObject({ code: 200 })
      const answer = await read(made, undefined, sent.data.url)
      expect(new Uint8Array(await answer.arrayBuffer()), name).toEqual(new Uint8Array(content))
      expect(answer.headers.get('content-type'), name).toBe(type)
      expect(answer.headers.get('content-disposition'), name).toMatch(new RegExp(`^${shown}; `))
      expect(answer.headers.get('content-security-policy'), name).toContain("default-src 'none'")
      expect((await read(made, undefined, `${sent.data.url}?size=160`)).status, name).toBe(404)
    }
    expect(await send(made, admin, 'lie.pdf', page)).toMatchObject(REFUSED)
  }
})
