import { execFileSync } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readArchive } from '#src/features/modules/archive/read-archive.server.ts'
import { sha256 } from '#src/features/modules/archive/signature.server.ts'
import { archiveOf, indexPicture, readIndex } from '#src/features/modules/index/read-index.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { readAllowedHosts } from '#src/lib/allowed-hosts.ts'
import { clearProcessCaches } from '#src/server/cache/process-cache.server.ts'
import type { Outgoing } from '#src/server/outgoing/outgoing-types.ts'
import { temporaryFolder } from '../support/folders.ts'
import { drawing, entriesOf, moduleKey, pixel, rawZip, sampleFiles, signatureOf } from '../support/module-archives.ts'
import { client, listen } from '../support/outgoing.ts'

const key = moduleKey()
const files = sampleFiles()
const archive = rawZip(entriesOf(new Map([...files, ['signature.json', signatureOf(files, key)]])))

const entry = {
  uid: 'lending',
  title: { 'zh-cn': '借用', en: 'Lending' },
  intro: { 'zh-cn': '借用登记。', en: 'Who has borrowed what.' },
  description: { 'zh-cn': '<p>借用<script>x</script></p>', en: '<p onclick="x">Lending</p>' },
  author: 'A school',
  category: 'office',
  version: '1.0.0',
  product: '>=1.0.0',
  icon: 'lending/box.svg',
  pictures: ['lending/list.png'],
  price: { now: { money: 9900, points: null }, was: { money: 19900 } },
  downloads: 12,
  changes: [{ version: '1.0.0', text: { 'zh-cn': '新', en: 'New' } }],
  archive: 'lending/lending-1.0.0.zip',
  sha256: sha256(archive),
  updateTime: '2026-11-01T08:00:00.000Z',
  stars: 5,
}
const indexOf = (...modules: unknown[]) =>
  JSON.stringify({ format: 1, name: { 'zh-cn': '工坊', en: 'Workshop' }, modules })

/** What an index asks other machines with. `allowed`: which of them are not public, as OUTGOING_ALLOW lists them. */
function deps(allowed = '') {
  const { get } = client(allowed)
  const outgoing: Outgoing = (address, request) => get(String(address), request)
  return { outgoing, allowed: readAllowedHosts(allowed) ?? [] }
}

/** A folder with an index, an archive and its pictures. */
async function shop(index = indexOf(entry)) {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'lending'))
  await writeFile(join(folder, 'index.json'), index)
  await writeFile(join(folder, 'lending/lending-1.0.0.zip'), archive)
  await writeFile(join(folder, 'lending/list.png'), pixel)
  await writeFile(join(folder, 'lending/box.svg'), drawing)
  return folder
}

/** A server with these files, and the address of its index. Other paths lead on to `lead`. */
async function web(given: Readonly<Record<string, string | Buffer>>, lead?: string) {
  const asked: string[] = []
  const port = await listen((request, response) => {
    asked.push(request.url ?? '')
    const content = given[request.url ?? '']
    if (content !== undefined) response.end(content)
    else if (lead) response.writeHead(302, { location: lead }).end()
    else response.writeHead(404).end()
  })
  return { address: `http://127.0.0.1:${port}/shop/index.json`, host: `127.0.0.1:${port}`, asked }
}

test('a folder with an index lists its modules, without what is not allowed in texts', async () => {
  const folder = await shop()
  const index = await readIndex(folder, deps())
  expect(index).toEqual({
    name: { 'zh-cn': '工坊', en: 'Workshop' },
    leftOut: 0,
    modules: [
      expect.objectContaining({
        uid: 'lending',
        description: { 'zh-cn': '<p>借用</p>', en: '<p>Lending</p>' },
        price: { now: { money: 9900, points: null }, was: { money: 19900, points: null } },
        downloads: 12,
        needs: {},
      }),
    ],
  })
  expect(index.modules[0]).not.toHaveProperty('stars')
})

test('an archive of the index is brought here, and goes again', async () => {
  const folder = await shop()
  const [found] = (await readIndex(folder, deps())).modules
  if (!found) throw new Error('nothing listed')
  const { path, remove } = await archiveOf(folder, found, deps())
  expect(await readArchive(path, { trusted: key.trusted })).toMatchObject({ sha256: entry.sha256 })
  await remove()
  await expect(readFile(path)).rejects.toThrow('ENOENT')
  await writeFile(join(folder, entry.archive), rawZip([]))
  await expect(archiveOf(folder, found, deps())).rejects.toMatchObject({
    code: 503,
    message: m.module_indexDigest({ name: entry.archive }),
  })
})

test('pictures are checked and cleaned, and only those of the entry are given', async () => {
  const folder = await shop()
  const [found] = (await readIndex(folder, deps())).modules
  if (!found) throw new Error('nothing listed')
  expect(await indexPicture(folder, found, 'lending/list.png', deps())).toMatchObject({
    type: 'image/png',
    bytes: pixel,
  })
  const icon = await indexPicture(folder, found, 'lending/box.svg', deps())
  expect(icon.type).toBe('image/svg+xml')
  expect(String(icon.bytes)).toContain('xmlns')
  for (const path of ['index.json', 'lending/lending-1.0.0.zip', '../list.png', ''])
    await expect(indexPicture(folder, found, path, deps())).rejects.toMatchObject({ code: 404 })
  const other = await shop(indexOf({ ...entry, pictures: ['lending/shot.png'] }))
  await writeFile(join(other, 'lending/shot.png'), '<script>')
  const [wrong] = (await readIndex(other, deps())).modules
  if (!wrong) throw new Error('nothing listed')
  await expect(indexPicture(other, wrong, 'lending/shot.png', deps())).rejects.toMatchObject({ code: 422 })
})

test('a broken entry is left out and counted, and so is a version that is there twice', async () => {
  const broken = [
    { ...entry, uid: 'A' },
    { ...entry, uid: 'aaa', version: '1.0' },
    { ...entry, uid: 'bbb', archive: '../secret.zip' },
    { ...entry, uid: 'ccc', archive: 'https://other.test/x.zip' },
    { ...entry, uid: 'ddd', archive: '/etc/passwd' },
    { ...entry, uid: 'eee', archive: '//other.test/x.zip' },
    { ...entry, uid: 'fff', archive: 'a/../../x.zip' },
    { ...entry, uid: 'ggg', archive: '.git/x.zip' },
    { ...entry, uid: 'hhh', sha256: 'x' },
    { ...entry, uid: 'iii', category: 'games' },
    { ...entry, uid: 'jjj', title: { en: 'x' } },
    { ...entry, uid: 'kkk', pictures: ['data:image/png;base64,x'] },
    { ...entry, uid: 'lll', website: 'javascript:alert(1)' },
    { ...entry, uid: 'mmm', version: '1.0.0-..' },
    { ...entry, uid: 'nnn', price: { now: { money: -1 } } },
    null,
    'lending',
    entry,
  ]
  const index = await readIndex(await shop(indexOf(entry, ...broken)), deps())
  expect(index.modules.map(({ uid }) => uid)).toEqual(['lending'])
  expect(index.leftOut).toBe(broken.length)
  const odd = await readIndex(await shop(indexOf({ ...entry, icon: '../../x.svg' })), deps())
  expect(odd.modules[0]?.icon).toBe('')
})

test.each([
  ['no JSON', 'nothing'],
  ['another format', JSON.stringify({ format: 2, modules: [] })],
  ['no list', JSON.stringify({ format: 1, modules: {} })],
  ['too many modules', JSON.stringify({ format: 1, modules: Array.from({ length: 501 }, () => 1) })],
])('%s is no index', async (_what, text) => {
  await expect(readIndex(await shop(text), deps())).rejects.toMatchObject({
    code: 503,
    message: m.module_indexBroken(),
  })
})

test('a folder gives no file that is too large, none outside of it, and nothing but files', async () => {
  const large = await shop(' '.repeat(2 * 1024 ** 2 + 1))
  await expect(readIndex(large, deps())).rejects.toMatchObject({ message: m.module_indexSize({ name: 'index.json' }) })
  const missing = { code: 503, message: m.module_indexFile({ name: 'index.json' }) }
  await expect(readIndex(join(large, 'nothing'), deps())).rejects.toMatchObject(missing)
  const folder = await temporaryFolder()
  await symlink(join(await shop(), 'index.json'), join(folder, 'index.json'))
  await expect(readIndex(folder, deps())).rejects.toMatchObject(missing)
  const pipe = await temporaryFolder()
  execFileSync('mkfifo', [join(pipe, 'index.json')])
  await expect(readIndex(pipe, deps())).rejects.toMatchObject(missing)
  const nested = await temporaryFolder()
  await mkdir(join(nested, 'index.json'))
  await expect(readIndex(nested, deps())).rejects.toMatchObject(missing)
  // A link within the folder, and a folder behind a link, are fine.
  const whole = await shop()
  const link = join(await temporaryFolder(), 'link')
  await symlink(whole, link)
  expect((await readIndex(link, deps())).modules).toHaveLength(1)
})

test.each([
  '',
  'modules',
  './modules',
  'ftp://x.test/index.json',
  'http://x.test/index.json',
  'https://a:b@x.test/',
  'file:///etc',
  '/a\0b',
  'javascript:x',
])('%j is no address of an index', async (address) => {
  await expect(readIndex(address, deps())).rejects.toMatchObject({ code: 422, message: m.module_indexAddress() })
})

test('an index of another machine is read, with its archives and pictures, and kept for a while', async () => {
  const { address, host, asked } = await web({
    '/shop/index.json': indexOf(entry),
    '/shop/lending/lending-1.0.0.zip': archive,
    '/shop/lending/list.png': pixel,
  })
  const index = await readIndex(address, deps(host))
  expect(await readIndex(address, deps(host))).toBe(index)
  const [found] = index.modules
  if (!found) throw new Error('nothing listed')
  const { path, remove } = await archiveOf(address, found, deps(host))
  expect(await readFile(path)).toEqual(archive)
  await remove()
  for (const _time of [1, 2]) await indexPicture(address, found, 'lending/list.png', deps(host))
  expect(asked).toEqual(['/shop/index.json', '/shop/lending/lending-1.0.0.zip', '/shop/lending/list.png'])
  clearProcessCaches()
  await readIndex(address.replace('index.json', ''), deps(host))
  expect(asked).toHaveLength(4)
})

test('another machine is not followed elsewhere, and neither sends too much nor another status', async () => {
  const elsewhere = await web({ '/index.json': indexOf(entry) })
  const { address, host } = await web({}, `http://${elsewhere.host}/index.json`)
  const both = deps(`${host},${elsewhere.host}`)
  await expect(readIndex(address, both)).rejects.toMatchObject({
    code: 503,
    message: m.outgoing_status({ host, status: 302 }),
  })
  expect(elsewhere.asked).toEqual([])
  const large = await web({ '/shop/index.json': Buffer.alloc(2 * 1024 ** 2 + 1) })
  await expect(readIndex(large.address, deps(large.host))).rejects.toMatchObject({
    code: 503,
    message: m.outgoing_size({ host: large.host }),
  })
  await expect(readIndex('https://127.0.0.1:1/index.json', deps())).rejects.toMatchObject({
    code: 503,
    message: m.outgoing_private({ host: '127.0.0.1:1' }),
  })
})
