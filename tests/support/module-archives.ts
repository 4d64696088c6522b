import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { temporaryFolder } from './folders.ts'

/** A key pair of somebody who makes modules. */
export function moduleKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const key = Buffer.from(x, 'base64url').toString('base64')
  return {
    privateKey,
    pem: String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
    key,
    trusted: [{ name: 'Our workshop', key }],
  }
}

export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const drawing = '<svg viewBox="0 0 8 8"><path d="M1 1h6v6z"/></svg>'

const description = (key: string, menu: string) => ({
  key,
  menu,
  title: { t: 'title' },
  rowTitle: 'name',
  fields: [
    { name: 'name', type: 'text', label: { t: 'name' }, required: true, max: 60 },
    { name: 'kind', type: 'select', label: { t: 'kind' }, options: [{ value: 'a', label: { t: 'kind' } }] },
  ],
  quickSearch: ['name'],
  sorts: ['name'],
  defaultOrder: 'id,desc',
})

/** A module with a bit of everything. */
export const manifest = {
  format: 1,
  uid: 'lending',
  title: { t: 'title' },
  intro: { t: 'intro' },
  description: { t: 'about' },
  author: 'A school',
  version: '1.0.0',
  category: 'office',
  product: '>=1.0.0',
  nodes: ['baseInfo/organization/index'],
  icon: 'icons/box.svg',
  pictures: ['pictures/list.png'],
  changes: [{ version: '1.0.0', date: '2026-11-01', text: { t: 'intro' } }],
  menus: [{ name: 'lending', title: { t: 'title' }, icon: 'module-lending-box' }],
  resources: [
    {
      tableName: 'res_lending_thing',
      scopeField: null,
      icon: 'fa fa-cube',
      description: description('lending-thing', 'lending/thing'),
      columns: { name: { unique: true } },
    },
    {
      tableName: 'res_lending_loan',
      scopeField: null,
      icon: '',
      description: {
        ...description('lending-loan', 'lending/loan'),
        fields: [
          ...description('', '').fields,
          { name: 'thing', type: 'relation', resource: 'lending-thing', label: { t: 'name' } },
        ],
      },
      columns: {},
    },
  ],
  pages: [{ name: 'lending/guide', title: { t: 'title' }, content: { t: 'about' } }],
  roles: [{ key: 'keeper', name: { t: 'name' }, scope: 'all', nodes: ['lending/thing/index', 'lending/guide'] }],
  config: { title: { t: 'title' }, items: [{ name: 'days', title: 'Days', type: 'integer', value: 14 }] },
  panels: [
    { kind: 'number', key: 'all', title: { t: 'title' }, resource: 'lending-loan' },
    {
      kind: 'list',
      key: 'newest',
      title: { t: 'title' },
      resource: 'lending-thing',
      filter: '{"field":"kind","operator":"eq","val":"a"}',
      order: 'id,desc',
      fields: ['name'],
    },
    { kind: 'groups', key: 'kinds', title: { t: 'title' }, resource: 'lending-thing', by: 'kind' },
  ],
  seeds: [
    { resource: 'lending-thing', rows: [{ seed: 'ball', values: { name: { t: 'name' }, kind: 'a' } }] },
    { resource: 'lending-loan', rows: [{ values: { name: 'First', thing: { seed: 'ball' } } }] },
  ],
}

export const texts = {
  'zh-cn': { title: '借用', intro: '借用登记。', about: '<p>借用<script>x</script></p>', name: '名称', kind: '类别' },
  en: {
    title: 'Lending',
    intro: 'Who has borrowed what.',
    about: '<p onclick="x">Lending</p>',
    name: 'Name',
    kind: 'Kind',
  },
}

/** The files of the sample. */
export function sampleFiles(changed: object = {}): Map<string, Buffer> {
  const json = (value: object) => Buffer.from(JSON.stringify(value))
  return new Map([
    ['module.json', json({ ...manifest, ...changed })],
    ['translations/zh-cn.json', json(texts['zh-cn'])],
    ['translations/en.json', json(texts.en)],
    ['pictures/list.png', pixel],
    ['icons/box.svg', Buffer.from(drawing)],
  ])
}

/** `signature.json` as the guide says, made without the code of the product. */
export function signatureOf(
  files: ReadonlyMap<string, Buffer>,
  { privateKey, key }: { privateKey: KeyObject; key: string },
) {
  const lines = [...files].map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')] as const)
  lines.sort(([a], [b]) => (a < b ? -1 : 1))
  const text = `yardstick-module 1\n${lines.map(([name, digest]) => `${digest}  ${name}\n`).join('')}`
  return Buffer.from(JSON.stringify({ key, signature: sign(null, Buffer.from(text), privateKey).toString('base64') }))
}

/** An entry of a zip, with what is false about it. */
export type RawEntry = {
  name: string
  content: Buffer
  localName?: string
  flags?: number
  method?: number
  madeBy?: number
  attributes?: number
  size?: number
  packedSize?: number
  crc?: number
  extra?: Buffer
  localExtra?: Buffer
  /** Where its head is, if not where it is. */
  offset?: number
  packed?: Buffer
  descriptor?: boolean
}

type RawZip = { before?: Buffer; between?: Buffer; behind?: Buffer; comment?: string; count?: number; inList?: Buffer }

/** Writes a zip byte by byte, as no library would. */
export function rawZip(
  entries: readonly RawEntry[],
  { before, between, behind, comment = '', count, inList }: RawZip = {},
): Buffer {
  const parts: Buffer[] = before ? [before] : []
  const list: Buffer[] = []
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  for (const one of entries) {
    const method = one.method ?? 8
    const packed = one.packed ?? (method === 8 ? deflateRawSync(one.content) : one.content)
    const name = Buffer.from(one.name)
    const localName = Buffer.from(one.localName ?? one.name)
    const flags = (one.flags ?? 0x800) | (one.descriptor ? 8 : 0)
    const [crc, packedSize, size] = [
      one.crc ?? crc32(one.content),
      one.packedSize ?? packed.length,
      one.size ?? one.content.length,
    ]
    const offset = one.offset ?? length()
    const extra = one.extra ?? Buffer.alloc(0)
    const localExtra = one.localExtra ?? Buffer.alloc(0)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(flags, 6)
    head.writeUInt16LE(method, 8)
    if (!one.descriptor) {
      head.writeUInt32LE(crc, 14)
      head.writeUInt32LE(packedSize, 18)
      head.writeUInt32LE(size, 22)
    }
    head.writeUInt16LE(localName.length, 26)
    head.writeUInt16LE(localExtra.length, 28)
    parts.push(head, localName, localExtra, packed)
    if (one.descriptor) {
      const after = Buffer.alloc(16)
      for (const [at, value] of [0x08074b50, crc, packedSize, size].entries()) after.writeUInt32LE(value, 4 * at)
      parts.push(after)
    }
    const line = Buffer.alloc(46)
    line.writeUInt32LE(0x02014b50, 0)
    line.writeUInt16LE(one.madeBy ?? 0x031e, 4)
    line.writeUInt16LE(20, 6)
    line.writeUInt16LE(flags, 8)
    line.writeUInt16LE(method, 10)
    line.writeUInt32LE(crc, 16)
    line.writeUInt32LE(packedSize, 20)
    line.writeUInt32LE(size, 24)
    line.writeUInt16LE(name.length, 28)
    line.writeUInt16LE(extra.length, 30)
    line.writeUInt32LE((one.attributes ?? 0o100644 << 16) >>> 0, 38)
    line.writeUInt32LE(offset, 42)
    list.push(Buffer.concat([line, name, extra]))
  }
  if (between) parts.push(between)
  const start = length()
  const lines = Buffer.concat(inList ? [...list, inList] : list)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count ?? entries.length, 8)
  end.writeUInt16LE(count ?? entries.length, 10)
  end.writeUInt32LE(lines.length, 12)
  end.writeUInt32LE(start, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  return Buffer.concat([...parts, lines, end, Buffer.from(comment), ...(behind ? [behind] : [])])
}

/** The entries of files in a zip. */
export function entriesOf(files: ReadonlyMap<string, Buffer>): RawEntry[] {
  return [...files].map(([name, content]) => ({ name, content }))
}

/** A file with these bytes that goes with the test. */
export async function archiveFile(bytes: Buffer): Promise<string> {
  const path = join(await temporaryFolder(), 'module.zip')
  await writeFile(path, bytes)
  return path
}

/** The signed archive of files, in a file. */
export async function signedArchive(
  files: ReadonlyMap<string, Buffer>,
  key: ReturnType<typeof moduleKey>,
): Promise<string> {
  return archiveFile(rawZip(entriesOf(new Map([...files, ['signature.json', signatureOf(files, key)]]))))
}
