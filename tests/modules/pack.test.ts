import { createPrivateKey, createPublicKey } from 'node:crypto'
import { cp, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { packModule } from '#src/features/modules/archive/pack.server.ts'
import { readArchive } from '#src/features/modules/archive/read-archive.server.ts'
import { readIndex } from '#src/features/modules/index/read-index.server.ts'
import { writeIndex } from '#src/features/modules/index/write-index.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { temporaryFolder } from '../support/folders.ts'
import { archiveFile, moduleKey, pixel, sampleFiles } from '../support/module-archives.ts'
import { runScript } from '../support/product.ts'

const english = { locale: 'en' } as const

/** The sample as a folder. */
async function sampleFolder(changed: object = {}): Promise<string> {
  const folder = join(await temporaryFolder(), 'lending')
  for (const [name, bytes] of sampleFiles(changed)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
  return folder
}

/** Runs the command, and waits for its end. */
async function pack(...args: string[]) {
  return runScript('module-pack', args, { dataDir: await temporaryFolder() }).finished
}

test('a key is made, a module packed and signed, and an index written', async () => {
  const place = await temporaryFolder()
  const keyFile = join(place, 'key.pem')
  const made = await pack('--new-key', keyFile)
  expect(made).toMatchObject({ code: 0 })
  const [, key = ''] = /Public key: {2}(\S+)/.exec(made.output) ?? []
  const [, fingerprint = ''] = /Fingerprint: (.+)/.exec(made.output) ?? []
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  const { x } = createPublicKey(createPrivateKey(await readFile(keyFile, 'utf8'))).export({ format: 'jwk' })
  expect(Buffer.from(key, 'base64').toString('base64url')).toBe(x)
  const before = await readFile(keyFile)
  expect(await pack('--new-key', keyFile)).toEqual({ code: 1, output: `${keyFile} is there already, and stays.\n` })
  expect(await readFile(keyFile)).toEqual(before)

  const shop = join(place, 'shop')
  const packed = await pack(await sampleFolder(), '--key', keyFile, '--out', shop)
  expect(packed).toMatchObject({ code: 0 })
  expect(packed.output).toContain(fingerprint)
  expect(await readdir(shop)).toEqual(['lending-1.0.0.zip'])
  const trusted = [{ name: 'Our workshop', key }]
  const read = await readArchive(join(shop, 'lending-1.0.0.zip'), { trusted })
  expect(read).toMatchObject({ signer: 'Our workshop', manifest: { uid: 'lending' } })

  expect(await pack('--index', shop)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Listed lending 1.0.0'),
  })
})

test('an index lists the newest version first, has the pictures beside it, and keeps what people write into it', async () => {
  const { pem, trusted } = moduleKey()
  const shop = await temporaryFolder()
  for (const version of ['1.0.0', '1.10.0', '1.9.0'])
    await writeFile(
      join(shop, `lending-${version}.zip`),
      (await packModule(await sampleFolder({ version }), pem)).bytes,
    )
  const now = new Date('2026-11-02T08:00:00.000Z')
  expect(await writeIndex(shop, now)).toEqual(['lending 1.10.0', 'lending 1.9.0', 'lending 1.0.0'])
  const none = { outgoing: () => Promise.reject(new Error('nobody is asked')), allowed: [] }
  const index = await readIndex(shop, none)
  expect(index.modules.map(({ version }) => version)).toEqual(['1.10.0', '1.9.0', '1.0.0'])
  expect(index.modules[2]).toMatchObject({
    uid: 'lending',
    archive: 'lending-1.0.0.zip',
    sha256: (await readArchive(join(shop, 'lending-1.0.0.zip'), { trusted })).sha256,
    updateTime: now.toISOString(),
    icon: 'lending-1.0.0/icons/box.svg',
    pictures: ['lending-1.0.0/pictures/list.png'],
  })
  expect(await readFile(join(shop, 'lending-1.0.0/pictures/list.png'))).toEqual(pixel)

  // What people write into it stays.
  const file = join(shop, 'index.json')
  const written = JSON.parse(await readFile(file, 'utf8'))
  written.name = { 'zh-cn': '工坊', en: 'Workshop' }
  written.modules[2].price = { now: { money: 100 } }
  await writeFile(file, JSON.stringify(written))
  await writeIndex(shop, new Date('2026-11-03T08:00:00.000Z'))
  const again = await readIndex(shop, none)
  expect(again.name).toEqual(written.name)
  expect(again.modules[2]).toMatchObject({ price: { now: { money: 100 } }, updateTime: now.toISOString() })
})

test('equal files and an equal key make equal bytes', async () => {
  const { pem, trusted } = moduleKey()
  const folder = await sampleFolder()
  const first = await packModule(folder, pem)
  const copy = join(await temporaryFolder(), 'copy')
  await cp(folder, copy, { recursive: true })
  await writeFile(join(copy, '.DS_Store'), 'left behind')
  const second = await packModule(copy, pem)
  expect(first.bytes.equals(second.bytes)).toBe(true)
  await expect(readArchive(await archiveFile(first.bytes), { trusted })).resolves.toMatchObject({
    manifest: { uid: 'lending' },
  })
})

test('the command says in words what is wrong, and packs nothing', async () => {
  const place = await temporaryFolder()
  const keyFile = join(place, 'key.pem')
  await writeFile(keyFile, moduleKey().pem)
  const wrong = await sampleFolder({ uid: 'student', version: '1.0.0-..' })
  const refused = await pack(wrong, '--key', keyFile, '--out', join(place, 'out'))
  expect(refused.code).toBe(1)
  expect(refused.output).toContain(m.module_uidTaken({ uid: 'student' }, english))
  expect(refused.output).toContain(m.module_noVersion({ version: '1.0.0-..' }, english))
  expect(refused.output).not.toContain('    at ')
  expect(await readdir(place)).toEqual(['key.pem'])
  const usage = { code: 1, output: expect.stringContaining('npm run module:pack') }
  expect(await pack(wrong)).toMatchObject(usage)
  expect(await pack('--color', 'red')).toMatchObject(usage)
  expect((await pack(wrong, '--key', join(place, 'none.pem'))).output).toContain('cannot be read')
})

test('what is no module, no key or no archive is refused', async () => {
  const { pem } = moduleKey()
  const place = await temporaryFolder()
  const refused = (text: string) => ({ code: 422, data: { errors: { file: [text] } } })
  await expect(packModule(place, pem)).rejects.toMatchObject(
    refused(m.module_noFile({ name: 'translations/zh-cn.json' })),
  )
  await expect(packModule(place, 'no key')).rejects.toMatchObject(refused(m.module_noPrivateKey()))
  await writeFile(join(place, 'odd.zip'), 'nothing')
  await expect(packModule(place, pem)).rejects.toMatchObject(refused(m.module_fileName({ name: 'odd.zip' })))
  await expect(writeIndex(place, new Date())).rejects.toMatchObject(refused(`odd.zip: ${m.module_damaged()}`))
})

test('a folder with links, or with files that a module cannot have, is not packed', async () => {
  const { pem } = moduleKey()
  const folder = await sampleFolder()
  await symlink('/etc/hostname', join(folder, 'pictures/host.png'))
  await expect(packModule(folder, pem)).rejects.toMatchObject({
    data: { errors: { file: [m.module_fileKind({ name: 'pictures/host.png' })] } },
  })
  const other = await sampleFolder()
  await writeFile(join(other, 'pictures/run.js'), 'x')
  await expect(packModule(other, pem)).rejects.toMatchObject({
    data: { errors: { file: [m.module_fileName({ name: 'pictures/run.js' })] } },
  })
})
