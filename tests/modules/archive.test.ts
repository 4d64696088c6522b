import { generateKeyPairSync } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readArchive } from '#src/features/modules/archive/read-archive.server.ts'
import { fingerprintOf } from '#src/features/modules/archive/signature.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import {
  archiveFile,
  drawing,
  entriesOf,
  manifest,
  moduleKey,
  pixel,
  type RawEntry,
  rawZip,
  sampleFiles,
  signatureOf,
  signedArchive,
  texts,
} from '../support/module-archives.ts'

const key = moduleKey()
const { trusted } = key
const refused = (...file: string[]) => ({ code: 422, data: { errors: { file } } })

/** What a zip of these entries is refused with. */
async function refusal(entries: readonly RawEntry[], zip: Parameters<typeof rawZip>[1] = {}): Promise<unknown> {
  return refusalOf(rawZip(entries, zip))
}
async function refusalOf(bytes: Buffer): Promise<unknown> {
  const path = await archiveFile(bytes)
  return readArchive(path, { trusted }).then(
    () => 'nothing',
    (error: unknown) => error,
  )
}

/** The entries of the signed sample. */
function sample(): RawEntry[] {
  const files = sampleFiles()
  return entriesOf(new Map([...files, ['signature.json', signatureOf(files, key)]]))
}
const withFirst = (changed: Partial<RawEntry>) => sample().map((one, at) => (at === 0 ? { ...one, ...changed } : one))
const withOne = (name: string, content: Buffer | string = pixel, more: Partial<RawEntry> = {}) => [
  ...sample(),
  { name, content: Buffer.from(content), ...more },
]

test('a signed archive is read: its texts stand in both languages, its HTML and its drawings are cleaned', async () => {
  const read = await readArchive(await signedArchive(sampleFiles(), key), { trusted })
  expect(read).toMatchObject({
    signer: 'Our workshop',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    manifest: {
      uid: 'lending',
      title: { 'zh-cn': '借用', en: 'Lending' },
      description: { 'zh-cn': '<p>借用</p>', en: '<p>Lending</p>' },
      pages: [{ content: { 'zh-cn': '<p>借用</p>', en: '<p>Lending</p>' } }],
    },
    files: [
      { path: 'pictures/list.png', type: 'image/png', bytes: pixel },
      { path: 'icons/box.svg', type: 'image/svg+xml' },
    ],
  })
  expect(String(read.files[1]?.bytes)).toContain('<path d="M1 1h6v6z"></path>')
})

test('stored entries, and sizes that follow the content, are read too', async () => {
  const bytes = rawZip(sample().map((one, at) => (at % 2 ? { ...one, method: 0 } : { ...one, descriptor: true })))
  const { manifest } = await readArchive(await archiveFile(bytes), { trusted })
  expect(manifest.uid).toBe('lending')
})

test.each([
  ['../escape.png', 'a path out of the folder'],
  ['/etc/passwd', 'an absolute path'],
  ['C:/windows/x.png', 'a drive'],
  ['pictures\\list2.png', 'a backslash'],
  ['pictures/../module.json', 'a path back into the folder'],
  ['pictures/deep/list.png', 'a deeper folder'],
  ['pictures/Liste.png', 'a capital letter'],
  ['pictures/page.html', 'another type'],
  ['pictures/', 'a folder'],
  ['index.js', 'code'],
  ['module.json ', 'a space'],
  ['pictures/\u202egnp.png', 'a sign that turns the text around'],
])('a file with the name %j is refused: %s', async (name) => {
  expect(await refusal(withOne(name))).toMatchObject(refused(m.module_fileName({ name: name.replace('\u202e', '?') })))
})

test('a file with a name that another program would read otherwise is refused', async () => {
  const path = Buffer.concat([Buffer.from([0x75, 0x70, 14, 0, 1, 0, 0, 0, 0]), Buffer.from('x.png....')])
  expect(await refusal(withFirst({ extra: path }))).toMatchObject({ code: 422 })
  expect(await refusal(withFirst({ localName: 'module.jsox' }))).toMatchObject(refused(m.module_damaged()))
})

test('a file that is there twice is refused', async () => {
  expect(await refusal(withOne('module.json', '{}'))).toMatchObject(
    refused(m.module_fileTwice({ name: 'module.json' })),
  )
})

test.each([
  ['a symbolic link', { attributes: 0o120777 << 16 }],
  ['a folder', { attributes: 0o040755 << 16 }],
  ['a device', { attributes: 0o020644 << 16 }],
  ['a program that takes its owner’s rights', { attributes: 0o104755 << 16 }],
  ['a folder of DOS', { attributes: 0x10, madeBy: 20 }],
  ['a link that says it is from DOS', { attributes: 0o120777 << 16, madeBy: 20 }],
  ['an encrypted file', { flags: 0x801, method: 8 }],
  ['another packing', { method: 12 }],
])('%s is refused', async (_what, changed) => {
  expect(await refusal(withFirst(changed))).toMatchObject(refused(m.module_fileKind({ name: 'module.json' })))
})

test.each<[string, Partial<RawEntry>]>([
  ['a size that is too small', { size: 10 }],
  ['a size that is too large', { size: 1_000_000 }],
  ['a packed size that is too small', { packedSize: 10 }],
  ['a packed size that reaches into the next file', { packedSize: 4000 }],
  ['a wrong checksum', { crc: 1 }],
  [
    'bytes behind the packed ones',
    { packed: Buffer.concat([deflateRawSync(Buffer.from('{}')), pixel]), content: Buffer.from('{}') },
  ],
  ['packed bytes that are none', { packed: Buffer.from('nothing that was packed') }],
  ['a size of 64 bits', { extra: Buffer.from([1, 0, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0]) }],
  ['a size of 64 bits before the content', { localExtra: Buffer.from([1, 0, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0]) }],
  ['an odd flag', { flags: 0x2800 }],
  ['an extra field that has no end', { localExtra: Buffer.from([9, 9, 200, 0]) }],
])('%s is damage', async (_what, changed) => {
  expect(await refusal(withFirst(changed))).toMatchObject(refused(m.module_damaged()))
})

test.each<[string, NonNullable<Parameters<typeof rawZip>[1]>]>([
  ['before the zip', { before: Buffer.from('#!/bin/sh\n') }],
  ['between the files and their list', { between: Buffer.from('something') }],
  ['in the list', { inList: Buffer.from('something') }],
  ['behind the zip', { behind: Buffer.from('something') }],
  ['in a comment', { comment: 'something' }],
])('what is %s is damage', async (_what, zip) => {
  expect(await refusal(sample(), zip)).toMatchObject(refused(m.module_damaged()))
})

test('files that share bytes are damage, and so are lists that name fewer or more files', async () => {
  const same = sample()
  expect(await refusal(same.map((one, at) => (at === 1 ? { ...one, offset: 0 } : one)))).toMatchObject({ code: 422 })
  expect(await refusal(sample(), { count: 2 })).toMatchObject(refused(m.module_damaged()))
  expect(await refusal(sample(), { count: 9 })).toMatchObject(refused(m.module_damaged()))
  const zip64 = Buffer.alloc(20)
  zip64.writeUInt32LE(0x07064b50)
  expect(await refusal(sample(), { inList: zip64 })).toMatchObject(refused(m.module_damaged()))
})

test('what is no zip, or ends too early, is refused', async () => {
  const whole = rawZip(sample())
  for (const bytes of [Buffer.alloc(0), Buffer.from('no archive'), pixel, whole.subarray(0, -1), whole.subarray(1)])
    expect(await refusalOf(bytes)).toMatchObject(refused(m.module_damaged()))
})

test('an archive is limited: packed, in files, in one file, unpacked', async () => {
  expect(await refusalOf(Buffer.alloc(10 * 1024 ** 2 + 1))).toMatchObject(refused(m.module_tooLarge({ size: 10 })))
  const many = Array.from({ length: 201 }, (_, at) => ({ name: `pictures/p${at}.png`, content: pixel }))
  expect(await refusal(many)).toMatchObject(refused(m.module_tooManyFiles({ most: 200 })))
  const large = Buffer.alloc(2 * 1024 ** 2 + 1)
  expect(await refusal(withOne('pictures/big.png', large))).toMatchObject(
    refused(m.module_fileTooLarge({ name: 'pictures/big.png', size: 2 })),
  )
  const heavy = Array.from({ length: 11 }, (_, at) => ({ name: `pictures/p${at}.png`, content: large.subarray(1) }))
  expect(await refusal(heavy)).toMatchObject(refused(m.module_tooLargeUnpacked({ size: 20 })))
  const bomb = deflateRawSync(Buffer.alloc(100 * 1024 ** 2))
  expect(await refusal(withOne('pictures/bomb.png', 'x', { packed: bomb, crc: 1 }))).toMatchObject(
    refused(m.module_damaged()),
  )
})

test('an archive without a signature, or with one for other files, is refused', async () => {
  expect(await refusal(entriesOf(sampleFiles()))).toMatchObject(refused(m.module_unsigned()))
  const wrong = refused(m.module_signatureWrong())
  const signature = signatureOf(sampleFiles(), key)
  const changed = entriesOf(new Map([...sampleFiles({ version: '1.0.1' }), ['signature.json', signature]]))
  expect(await refusal(changed)).toMatchObject(wrong)
  expect(await refusal(withOne('pictures/more.png'))).toMatchObject(wrong)
  expect(await refusal(sample().filter(({ name }) => name !== 'pictures/list.png'))).toMatchObject(wrong)
  for (const text of [
    '{}',
    'no JSON',
    '[]',
    '{"key":"AA==","signature":"AA=="}',
    `{"key":"${key.key}","signature":"${'A'.repeat(86)}=="}`,
  ]) {
    const entries = sample().map((one) =>
      one.name === 'signature.json' ? { ...one, content: Buffer.from(text) } : one,
    )
    expect(await refusal(entries), text).toMatchObject(wrong)
  }
})

test('a key that nobody trusts is named by its fingerprint, also when the rest is no module', async () => {
  const other = moduleKey()
  const path = await signedArchive(new Map([['module.json', Buffer.from('no JSON')]]), other)
  const fingerprint = fingerprintOf(other.key)
  expect(fingerprint).toMatch(/^([0-9a-f]{4} ){3}[0-9a-f]{4}$/)
  await expect(readArchive(path, { trusted })).rejects.toMatchObject(refused(m.module_keyUnknown({ fingerprint })))
  await expect(readArchive(path, { trusted: [] })).rejects.toMatchObject(refused(m.module_keyUnknown({ fingerprint })))
})

test('a key of another kind signs nothing', async () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const files = sampleFiles()
  const forged = signatureOf(files, { privateKey, key: key.key })
  expect(await refusal(entriesOf(new Map([...files, ['signature.json', forged]])))).toMatchObject(
    refused(m.module_signatureWrong()),
  )
})

/** What a signed archive with these files is refused with. */
async function signedRefusal(changed: Record<string, string | Buffer | null>): Promise<unknown> {
  const files = sampleFiles()
  for (const [name, content] of Object.entries(changed)) {
    if (content === null) files.delete(name)
    else files.set(name, Buffer.from(content))
  }
  return readArchive(await signedArchive(files, key), { trusted }).then(
    () => 'nothing',
    (error: unknown) => error,
  )
}

test('a signed archive lacks no file, and its files are what they must be', async () => {
  for (const name of ['module.json', 'translations/en.json', 'translations/zh-cn.json'])
    expect(await signedRefusal({ [name]: null })).toMatchObject(refused(m.module_noFile({ name })))
  for (const text of ['no JSON', '', '\xff', '{"a":}'])
    expect(await signedRefusal({ 'module.json': Buffer.from(text, 'latin1') })).toMatchObject(
      refused(m.module_notJson({ name: 'module.json' })),
    )
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  expect(await signedRefusal({ 'module.json': deep })).toMatchObject(refused(m.module_tooDeep({ name: 'module.json' })))
  expect(await signedRefusal({ 'pictures/list.png': drawing })).toMatchObject(
    refused(m.module_noPicture({ name: 'pictures/list.png' })),
  )
  expect(await signedRefusal({ 'pictures/list.webp': rawZip(sample()) })).toMatchObject(
    refused(m.module_noPicture({ name: 'pictures/list.webp' })),
  )
  expect(await signedRefusal({ 'icons/box.svg': '<!DOCTYPE svg><svg></svg>' })).toMatchObject(
    refused(m.module_noDrawing({ name: 'icons/box.svg' })),
  )
})

test('a picture is one that a decoder reads, and not of endless size', async () => {
  const name = 'pictures/list.png'
  expect(await signedRefusal({ [name]: pixel.subarray(0, 12) })).toMatchObject(refused(m.module_noPicture({ name })))
  const head = Buffer.from(pixel)
  head.writeUInt32BE(30_000, 16)
  head.writeUInt32BE(30_000, 20)
  head.writeUInt32BE(crc32(head.subarray(12, 29)), 29)
  expect(await signedRefusal({ [name]: head })).toMatchObject(refused(m.module_largePicture({ name })))
})

test('signs that nobody sees, that turn a text around or that nothing stores are refused, and so are endless numbers', async () => {
  const name = 'module.json'
  for (const sign of ['\u0000', '\u0007', '\u202e', '\u2066', '\ud800', '\udc00', '\u0085']) {
    const odd = (text: string) => refused(m.module_oddSigns({ name, text }))
    expect(await signedRefusal({ [name]: JSON.stringify({ ...manifest, author: `a${sign}b` }) })).toMatchObject(
      odd('a?b'),
    )
    expect(await signedRefusal({ [name]: JSON.stringify({ ...manifest, [sign]: 1 }) })).toMatchObject(odd('?'))
    const file = 'translations/en.json'
    const text = JSON.stringify({ ...texts.en, title: `${sign}x` })
    expect(await signedRefusal({ [file]: text })).toMatchObject(refused(m.module_oddSigns({ name: file, text: '?x' })))
  }
  const endless = JSON.stringify(manifest).replace('"value":14', '"value":1e999')
  expect(await signedRefusal({ [name]: endless })).toMatchObject(refused(m.module_notJson({ name })))
})

test('texts are flat, are there in both languages, and cannot be made endless', async () => {
  const name = 'translations/en.json'
  for (const text of ['[]', '"x"', '{"title":{"en":"x"}}', '{"title":1}'])
    expect(await signedRefusal({ [name]: text })).toMatchObject(refused(m.module_textsOnly({ name })))
  for (const text of ['{}', JSON.stringify({ ...texts.en, title: ' ' })])
    expect(await signedRefusal({ [name]: text })).toMatchObject(refused(m.module_noText({ key: 'title', name })))
  for (const hidden of ['__proto__', 'constructor', 'prototype']) {
    const json = JSON.stringify(manifest).replace('"uid"', `"${hidden}":{"x":1},"uid"`)
    expect(await signedRefusal({ 'module.json': json })).toMatchObject(refused(m.module_nameHidden({ name: hidden })))
  }
  const key = JSON.stringify({ ...manifest, title: { t: '__proto__' } })
  expect(await signedRefusal({ 'module.json': key })).toMatchObject({ code: 422 })
  const long = JSON.stringify({ ...texts.en, title: 'x'.repeat(50_000) })
  const many = JSON.stringify({ ...manifest, menus: Array.from({ length: 1000 }, () => ({ t: 'title' })) })
  expect(await signedRefusal({ [name]: long, 'module.json': many })).toMatchObject(refused(m.module_tooMuchText()))
})

test('a manifest that is none says where, a few places at most', async () => {
  const wrong = JSON.stringify({ ...manifest, uid: 'A', color: 'red', resources: [{ tableName: 1 }], intro: undefined })
  expect(await signedRefusal({ 'module.json': wrong })).toMatchObject(
    refused(
      m.module_at({ place: 'uid', text: m.rule_type() }),
      m.module_at({ place: 'intro', text: m.rule_required() }),
      m.module_at({ place: 'resources.0.tableName', text: m.rule_type() }),
      m.module_at({ place: 'resources.0.scopeField', text: m.rule_required() }),
      m.module_at({ place: 'resources.0.icon', text: m.rule_required() }),
      m.module_at({ place: 'resources.0.description', text: m.rule_required() }),
      m.module_at({ place: 'resources.0.columns', text: m.rule_required() }),
      m.module_at({ place: 'color', text: m.error_unknownField({ field: 'color' }) }),
    ),
  )
})
