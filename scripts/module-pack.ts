import { generateKeyPairSync } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { fingerprintOf, publicKeyOf } from '#src/features/modules/archive/signature.server.ts'
import { withLocale } from '#src/i18n/locale.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { main, ScriptError, say } from './lib/main.ts'

const usage =
  'npm run module:pack -- <folder> --key key.pem [--out dir], or --new-key key.pem, or --index <dir>. docs/modules.md says more.'

/** What the store says of an archive that it does not take. */
const refusal = v.object({ errors: v.object({ file: v.array(v.string()) }) })

// npm runs scripts in the project, wherever it was called from.
const here = process.env.INIT_CWD ?? process.cwd()

await main(() =>
  withLocale('en', async () => {
    const { folder, key, out, newKey, index } = given()
    try {
      if (newKey !== undefined) return await makeKey(resolve(here, newKey))
      if (index !== undefined) return await list(resolve(here, index))
      if (folder === undefined || key === undefined) throw new ScriptError(`Use it like this: ${usage}`)
      await pack(resolve(here, folder), resolve(here, key), resolve(here, out ?? '.'))
    } catch (error) {
      throw error instanceof AppError ? new ScriptError(textOf(error)) : error
    }
  }),
)

async function makeKey(path: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
  await writeFile(path, pem, { flag: 'wx', mode: 0o600 }).catch((error: Error) => {
    if ('code' in error && error.code === 'EEXIST') throw new ScriptError(`${path} is there already, and stays.`)
    throw new ScriptError(`The key cannot be written to ${path}.`)
  })
  const shown = publicKeyOf(privateKey)
  say(`The private key is in ${path}. Keep it where nobody else can read it.`)
  say(`Public key:  ${shown}`)
  say(`Fingerprint: ${fingerprintOf(shown)}`)
}

async function pack(folder: string, keyFile: string, out: string): Promise<void> {
  const pem = await readFile(keyFile, 'utf8').catch(() => {
    throw new ScriptError(`The key ${keyFile} cannot be read. Make one with --new-key.`)
  })
  // What checks a module loads most of the product. A key and a wrong argument need none of it.
  const { packModule } = await import('#src/features/modules/archive/pack.server.ts')
  const { bytes, uid, version, key } = await packModule(folder, pem)
  await mkdir(out, { recursive: true })
  const target = join(out, `${uid}-${version}.zip`)
  await writeFile(target, bytes)
  say(`Packed ${uid} ${version} into ${target} (${Math.ceil(bytes.length / 1024)} KB).`)
  say(`Signed with the key ${fingerprintOf(key)}.`)
}

async function list(folder: string): Promise<void> {
  const { writeIndex } = await import('#src/features/modules/index/write-index.server.ts')
  const names = await writeIndex(folder, new Date())
  for (const name of names) say(`Listed ${name}`)
  say(`${join(folder, 'index.json')} has ${names.length} ${names.length === 1 ? 'entry' : 'entries'}.`)
}

function textOf(error: AppError): string {
  const read = v.safeParse(refusal, error.data)
  return read.success ? read.output.errors.file.join('\n') : error.message
}

function given() {
  const text = { type: 'string' } as const
  try {
    const options = { key: text, out: text, 'new-key': text, index: text }
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [folder, ...more] = positionals
    if (more.length > 0) throw new Error('One folder at a time')
    return { ...values, folder, newKey: values['new-key'] }
  } catch (error) {
    throw new ScriptError(`${error instanceof Error ? error.message.split('. ')[0] : error}. Usage: ${usage}`)
  }
}
