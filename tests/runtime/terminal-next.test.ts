import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readWaiting } from '#src/features/terminal/waiting.server.ts'
import { temporaryDirectory } from './support/instance.ts'
import { startRegistry } from './support/registry.ts'
import { listing, runPlan, script } from './support/terminal.ts'

/** What `npm start` does with what waits, before it goes on. */
const takeOver = `
  const next = await import('./scripts/lib/bootstrap-next.mjs')
  if (await next.packagesWait()) await next.takeOverPackages()
  if (await next.buildWaits()) await next.takeOverBuild()`

/** A small product with one installed package, the product's own take-over, and a registry with two more. */
async function smallProduct() {
  const place = await temporaryDirectory()
  const root = join(place, 'product')
  const dir = join(root, '.data', 'terminal')
  const touch = { scripts: { postinstall: `node -e "fs.writeFileSync('ran', '')"` } }
  const registry = await startRegistry({ first: {}, 'left-pad': {}, touching: touch })
  await mkdir(join(root, 'scripts', 'lib'), { recursive: true })
  for (const name of await readdir('scripts/lib')) {
    if (name.startsWith('bootstrap-')) await cp(join('scripts/lib', name), join(root, 'scripts/lib', name))
  }
  const npmrc = `registry=${registry.url}\nsave-exact=true\nfetch-retries=0\naudit=false\nfund=false\n`
  await writeFile(join(root, '.npmrc'), npmrc)
  const manifest = { name: 'small', version: '1.0.0', dependencies: { first: '1.0.0' } }
  await writeFile(join(root, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  // A cache of its own, so that nothing comes from earlier.
  const env = (cache: string) => ({
    npm_config_cache: join(place, cache),
    NODE_ENV: '',
    npm_execpath: '',
    DATA_DIR: '',
  })
  await promisify(execFile)('npm', ['install'], { cwd: root, env: { ...process.env, ...env('first') } })
  return {
    root,
    dir,
    registry,
    /** Runs npm in a working copy and keeps what it has done. */
    npm: (...args: string[]) => {
      const steps = [{ program: 'npm' as const, args }]
      return runPlan({ root, dir, copy: 'manifest', steps, keep: ['packages'] }, env('first'))
    },
    /** @param kill ends the start and what it has started, when it resolves */
    start: async (kill?: Promise<void>) => {
      const options = { cwd: root, env: { ...process.env, ...env('second') }, detached: true }
      const child = spawn(process.execPath, ['--input-type=module', '-e', takeOver], options)
      kill?.then(() => process.kill(-(child.pid ?? 0), 'SIGKILL'))
      let output = ''
      child.stdout.on('data', (chunk) => (output += chunk))
      const [code] = await once(child, 'close')
      expect(code).toBe(kill ? null : 0)
      return output
    },
    read: (name: string) => readFile(join(root, name), 'utf8'),
    installed: (name: string, file = 'package.json') => existsSync(join(root, 'node_modules', name, file)),
  }
}

const quietly = ['--ignore-scripts', '--package-lock-only']

test('the next start installs what the terminal has installed, and says so', async () => {
  const { root, dir, npm, start, read, installed } = await smallProduct()
  const before = listing(root, /^\.data$/)
  const { code, output } = await npm('install', 'left-pad@1.0.0', ...quietly)
  expect(code, output).toBe(0)
  expect(listing(root, /^\.data$/), 'the product itself is as before').toEqual(before)
  expect(await readWaiting(dir)).toEqual({ time: expect.any(String), what: ['left-pad 1.0.0'] })

  // A second install goes on from the first.
  expect((await npm('install', 'touching@1.0.0', ...quietly)).code).toBe(0)
  expect((await npm('uninstall', 'first', ...quietly)).code).toBe(0)
  const what = ['first 1.0.0 → ∅', 'left-pad 1.0.0', 'touching 1.0.0']
  expect(await readWaiting(dir)).toEqual({ time: expect.any(String), what })

  const said = 'Taking over what the terminal has installed: first is removed, left-pad 1.0.0, touching 1.0.0.'
  expect(await start()).toContain(said)
  expect(JSON.parse(await read('package.json')).dependencies).toEqual({ 'left-pad': '1.0.0', touching: '1.0.0' })
  expect(['first', 'left-pad', 'touching'].map((name) => installed(name))).toEqual([false, true, true])
  expect(installed('touching', 'ran'), 'no install script ran').toBe(false)
  expect(await readWaiting(dir)).toBe(null)
  expect(await readdir(dir)).not.toContain('next')
  expect(await start(), 'a second start has nothing to do').toBe('')
})

test('install scripts run when somebody has confirmed it, those of this version alone', async () => {
  const { npm, start, read, installed } = await smallProduct()
  expect((await npm('install', 'touching@1.0.0', '--package-lock-only')).code).toBe(0)
  await start()
  expect(JSON.parse(await read('package.json')).allowScripts).toEqual({ 'touching@1.0.0': true })
  expect(installed('touching', 'ran')).toBe(true)
})

test('what waits is set aside when package.json has changed since', async () => {
  const { root, dir, npm, start, read, installed } = await smallProduct()
  expect((await npm('install', 'left-pad@1.0.0', ...quietly)).code).toBe(0)
  const changed = (await read('package.json')).replace('1.0.0', '1.0.1')
  await writeFile(join(root, 'package.json'), changed)
  const output = await start()
  expect(output).toContain('has changed since the terminal installed packages, so they stay as they are.')
  expect(output).toContain('Not taken over: left-pad 1.0.0.')
  expect(await read('package.json')).toBe(changed)
  expect(installed('left-pad')).toBe(false)
  expect(await readWaiting(dir)).toBe(null)
})

test('the former packages come back when the install fails, also without the registry', async () => {
  const { root, dir, registry, npm, start, read, installed } = await smallProduct()
  const before = [
    await read('package.json'),
    await read('package-lock.json'),
    ...listing(join(root, 'node_modules'), /$^/),
  ]
  expect((await npm('install', 'left-pad@1.0.0', ...quietly)).code).toBe(0)
  registry.stop()
  const output = await start()
  expect(output).toContain('What the terminal has installed could not be taken over: left-pad 1.0.0.')
  expect(output).toContain('The former packages are back.')
  const after = [
    await read('package.json'),
    await read('package-lock.json'),
    ...listing(join(root, 'node_modules'), /$^/),
  ]
  expect(after).toEqual(before)
  expect(installed('first')).toBe(true)
  expect(await readWaiting(dir)).toBe(null)
  expect(existsSync(join(root, '.cache', 'former'))).toBe(false)
})

test('a take-over that was killed half-way is brought to its end by the next start', async () => {
  const { root, dir, registry, npm, start, read, installed } = await smallProduct()
  expect((await npm('install', 'left-pad@1.0.0', ...quietly)).code).toBe(0)
  await start(registry.hold())
  expect(await read('package.json'), 'it was under way').toContain('left-pad')
  registry.release()
  expect(await start()).toContain('Taking over what the terminal has installed: left-pad 1.0.0.')
  expect(['first', 'left-pad'].map((name) => installed(name))).toEqual([true, true])
  expect(await readWaiting(dir)).toBe(null)
  expect(existsSync(join(root, '.cache', 'former'))).toBe(false)
})

test('a registry that the terminal has set is taken over, unless .npmrc has changed since', async () => {
  const { root, dir, start, read } = await smallProduct()
  const set = script(`
    import { appendFileSync } from 'node:fs'
    appendFileSync('.npmrc', 'registry=https://registry.example.org/\\n')`)
  const run = () => runPlan({ root, dir, copy: 'manifest', steps: [set], keep: ['registry'] })
  expect((await run()).code).toBe(0)
  expect(await start()).toContain('Taking over the npm registry that the terminal has set')
  expect(await read('.npmrc')).toContain('https://registry.example.org/')

  expect((await run()).code).toBe(0)
  await writeFile(join(root, '.npmrc'), 'save-exact=true\n')
  expect(await start()).toContain('.npmrc has changed since')
  expect(await read('.npmrc')).toBe('save-exact=true\n')
})

test('a build is taken over when it is of the present sources', async () => {
  const { root, dir, start, read } = await smallProduct()
  await mkdir(join(root, 'src'))
  await mkdir(join(root, 'dist'))
  await writeFile(join(root, 'src', 'a.ts'), '')
  await writeFile(join(root, 'dist', 'old.js'), 'old')
  const build = script(`
    import { mkdirSync, writeFileSync } from 'node:fs'
    const { buildHash } = await import(process.cwd() + '/scripts/lib/bootstrap-build.mjs')
    mkdirSync('dist/server', { recursive: true })
    writeFileSync('dist/server/server.js', 'new')
    writeFileSync('dist/.stamp', await buildHash())`)
  const run = () => runPlan({ root, dir, copy: 'installed', steps: [build], keep: ['build'] })
  expect(await run()).toMatchObject({ code: 0 })
  expect(await read('dist/old.js'), 'nothing replaces the running product').toBe('old')
  expect(await readWaiting(dir)).toEqual({ time: expect.any(String), what: ['dist'] })
  expect(await start()).toContain('Taking over the build that the terminal made at')
  expect(await readdir(join(root, 'dist'))).toEqual(['.stamp', 'server'])

  expect(await run()).toMatchObject({ code: 0 })
  await writeFile(join(root, 'src', 'a.ts'), 'changed')
  await writeFile(join(root, 'dist', 'server', 'server.js'), 'mine')
  expect(await start()).toContain('is not of the present sources')
  expect(await read('dist/server/server.js')).toBe('mine')
  expect(await readWaiting(dir)).toBe(null)
})
