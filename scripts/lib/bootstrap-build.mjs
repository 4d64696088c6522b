import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { nodeForScripts } from './bootstrap-install.mjs'
import { BootstrapError, exists, hashOf, root, run, say, stamped, tail } from './bootstrap-tools.mjs'

const messagesOutput = join(root, 'src/i18n/paraglide/all-messages.js')
const messagesStamp = join(root, '.cache/messages.stamp')
const messagesSources = [
  'messages',
  'project.inlang/settings.json',
  'src/i18n/paraglide.options.ts',
  'scripts/messages.ts',
]

const buildStamp = join(root, 'dist/.stamp')
const buildSources = [
  'app',
  'src',
  'public',
  'messages',
  'project.inlang/settings.json',
  'app.config.ts',
  'scripts/vite',
  'package-lock.json',
]
/** Paths that are generated from the other sources. */
const generated = /^src\/i18n\/paraglide$|\/routeTree\.gen\.ts$/

export async function messagesAreStale() {
  return !(await exists(messagesOutput)) || !(await stamped(messagesStamp, await hashOf(messagesSources)))
}

/** Compiles messages/*.json to typed functions. */
export async function compileMessages() {
  say('Compiling messages.')
  const value = await hashOf(messagesSources)
  await runOrThrow(['scripts/messages.ts'], 'The messages could not be compiled (the reason stands above).')
  if (!(await exists(messagesOutput))) throw new BootstrapError('Compiling the messages brought nothing forth.')
  await mkdir(join(root, '.cache'), { recursive: true })
  await writeFile(messagesStamp, value)
}

/** The hash of the sources of a build: what its stamp contains. */
export function buildHash() {
  return hashOf(buildSources, generated)
}

export async function buildIsStale() {
  const complete = await exists(join(root, 'dist/server/server.js'))
  return !complete || !(await stamped(buildStamp, await buildHash()))
}

/**
 * Builds browser and server bundles into dist.
 * @param shown whether the build tool writes to the terminal
 */
export async function buildProduct(shown = false) {
  say('Building the application.')
  const value = await buildHash()
  await rm(buildStamp, { force: true })
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', 'app.config.ts', '--logLevel']
  const sentence = 'The application could not be built (the reason stands above).'
  await runOrThrow([...vite, shown ? 'info' : 'warn'], sentence, shown)
  if (shown) say('Compressing the files of the browser.')
  await precompress(join(root, 'dist/client'))
  await writeFile(buildStamp, value)
}

async function runOrThrow(args, sentence, shown = false) {
  const node = await nodeForScripts()
  const { code, output } = await run(node, args, { NODE_ENV: 'production' }, root, shown)
  if (code === 0) return
  say(tail(output, 60))
  throw new BootstrapError(/ENOSPC/.test(output) ? `The disk that holds ${root} is full: free some space.` : sentence)
}

const compressible = new Set(['.js', '.css', '.svg', '.json', '.html', '.txt', '.xml', '.map'])

/**
 * Writes .br and .gz files beside the compressible files, so that the server need not compress them for each visitor.
 */
async function precompress(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  await Promise.all(
    files.map(async (entry) => {
      const file = join(entry.parentPath ?? entry.path, entry.name)
      const content = await readFile(file)
      if (content.length < 1024) return
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality))
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}
