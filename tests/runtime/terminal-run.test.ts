import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { removeLeftovers } from '#src/features/terminal/leftovers.server.ts'
import { quickDirectory } from '../support/memory.ts'
import { temporaryDirectory } from './support/instance.ts'
import { gone } from './support/processes.ts'
import { listing, runPlan, script, startRun } from './support/terminal.ts'

/** Prints every file of the working copy. */
const list = script(`
  import { readdirSync, statSync } from 'node:fs'
  const files = readdirSync('.', { recursive: true }).filter((name) => !statSync(name).isDirectory())
  console.log('files', JSON.stringify(files.sort()))`)

function filesIn(output: string): unknown {
  return JSON.parse(/^files (.*)$/m.exec(output)?.[1] ?? 'null')
}

/** A small directory of a product, with whatever may lie in one. */
async function smallProduct(): Promise<string> {
  const root = join(await temporaryDirectory(), 'product')
  const files = {
    'package.json': '{ "name": "small", "version": "1.0.0" }',
    'package-lock.json': '{ "lockfileVersion": 3, "packages": { "": { "name": "small", "version": "1.0.0" } } }',
    '.npmrc': 'save-exact=true',
    '.env': 'SESSION_SECRET=secret',
    '.env.production': 'SESSION_SECRET=secret',
    '.env.example': 'SESSION_SECRET=',
    '.git/config': 'token',
    'notes.txt': 'private',
    'keys/tls.pem': 'private',
    'dist/server/server.js': '',
    '.cache/messages.stamp': 'stamp',
    '.cache/prepared/postgres/PG_VERSION': '18',
    'test-results/trace.zip': '',
    'src/a.ts': '',
    'src/.env': 'SESSION_SECRET=secret',
    'src/i18n/paraglide/runtime.js': '',
    'app/routeTree.gen.ts': '',
    'docs/data/session-secret': 'secret',
    'docs/data/postgres/PG_VERSION': '18',
    'docs/a.md': '',
    'node_modules/pkg/index.js': 'module.exports = 1',
    'node_modules/.package-lock.json': '{}',
    'node_modules/.vite/deps/a.js': '',
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), content)
  }
  await symlink(join(root, 'keys'), join(root, 'src/keys'))
  return root
}

test('a working copy has the sources and the packages, and neither secrets nor data nor results', async () => {
  const root = await smallProduct()
  const dir = join(root, 'docs/data/terminal')
  const { code, output } = await runPlan({ root, dir, copy: 'installed', steps: [list], keep: [] })
  expect(code, output).toBe(0)
  expect(filesIn(output)).toEqual([
    '.cache/messages.stamp',
    '.env.example',
    '.git/HEAD',
    '.npmrc',
    'app/routeTree.gen.ts',
    'docs/a.md',
    'node_modules/.package-lock.json',
    'node_modules/pkg/index.js',
    'package-lock.json',
    'package.json',
    'src/a.ts',
    'src/i18n/paraglide/runtime.js',
  ])
  expect(await readdir(join(dir, 'work'))).toEqual([])
})

test('on another file system the packages are copies', async () => {
  const root = await smallProduct()
  // It is in memory where there is room.
  const dir = await quickDirectory('yardstick-runtime')
  onTestFinished(() => rm(dir, { recursive: true }))
  const steps = [
    script(`
    import { appendFileSync } from 'node:fs'
    import pkg from 'pkg'
    console.log('pkg', pkg)
    if (process.env.APART === 'true') appendFileSync('node_modules/pkg/index.js', 'changed')`),
  ]
  const apart = (await stat(dir)).dev !== (await stat(root)).dev
  const { output } = await runPlan({ root, dir, copy: 'installed', steps, keep: [] }, { APART: String(apart) })
  expect(output).toContain('pkg 1')
  expect(await readFile(join(root, 'node_modules/pkg/index.js'), 'utf8')).toBe('module.exports = 1')
})

test.each([
  ['nothing', ['package.json']],
  ['manifest', ['.npmrc', 'package-lock.json', 'package.json']],
] as const)('a working copy with %s', async (copy, expected) => {
  const root = await smallProduct()
  const { output } = await runPlan({ root, dir: join(root, '.data/terminal'), copy, steps: [list], keep: [] })
  expect(filesIn(output)).toEqual(expected)
})

test('what runs in a copy of this product changes no file of the product', async () => {
  const root = process.cwd()
  const caches = /^\.(cache|data|git|vite|vite-temp|vitest-cache)$|^(dist|test-results|playwright-report|paraglide)$/
  const before = listing(root, caches)
  const prepare = script(`
    import { appendFileSync, readdirSync, writeFileSync } from 'node:fs'
    import { execFileSync } from 'node:child_process'
    writeFileSync('tsconfig.small.json', JSON.stringify({ extends: './tsconfig.json', include: ['src/lib'] }))
    writeFileSync('index.html', '<script type="module" src="/src/lib/greeting.ts"></script>')
    for (const file of ['src/lib/env.ts', 'package-lock.json', 'node_modules/.package-lock.json']) appendFileSync(file, '\\n')
    console.log('top', JSON.stringify(readdirSync('.')))
    const known = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    console.log('known', known.includes('src/lib/env.ts'), known.includes('node_modules/'))`)
  const steps = [
    prepare,
    { program: 'npm' as const, args: ['exec', '--', 'tsc', '--noEmit', '-p', 'tsconfig.small.json'] },
    { program: 'node' as const, args: ['node_modules/vite/bin/vite.js', 'build', '--outDir', 'small'] },
    { program: 'node' as const, args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', 'src/lib/env.ts'] },
  ]
  const dir = join(await temporaryDirectory(), 'terminal')
  const { code, output } = await runPlan({ root, dir, copy: 'installed', steps, keep: [] })
  expect(code, output).toBe(0)
  expect(output).toMatch(/built in/)
  expect(output).toMatch(/Checked 1 file/)
  expect(output).toContain('known true false')
  expect(listing(root, caches)).toEqual(before)

  const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
  const top = new Set(tracked.map((file) => file.split('/')[0] ?? '').filter(Boolean))
  const copied: unknown = JSON.parse(/^top (.*)$/m.exec(output)?.[1] ?? '[]')
  expect(copied, 'every file and folder of the sources is in the copy').toEqual(expect.arrayContaining([...top]))
})

test('the first step that fails ends the run with its code, and nothing is kept', async () => {
  const root = await smallProduct()
  const dir = join(root, '.data/terminal')
  const steps = [script('console.log("first"); process.exitCode = 3'), script('console.log("second")')]
  const { code, output } = await runPlan({ root, dir, copy: 'manifest', steps, keep: ['packages'] })
  expect(code).toBe(3)
  expect(output).toBe('first\n')
  expect(await readdir(dir)).toEqual(['work'])
  expect(await readdir(join(dir, 'work'))).toEqual([])
})

/** Starts two processes that ignore SIGTERM, one of them in a session of its own, and tells their ids. */
const stubborn = script(`
  import { spawn } from 'node:child_process'
  import { createServer } from 'node:net'
  const code = 'process.on("SIGTERM", () => {}); net.createServer().listen(0); console.log("stubborn", process.pid)'
  for (const detached of [false, true]) spawn(process.execPath, ['-e', code], { detached, stdio: 'inherit' })
  process.on('SIGTERM', () => {})
  createServer().listen(0)
  console.log('stubborn', process.pid)`)

test('when the server has died, every process of the run ends, also one that ignores SIGTERM or left the group', async () => {
  const root = await smallProduct()
  const dir = join(root, '.data/terminal')
  const { child, output, finished } = startRun({ root, dir, copy: 'nothing', steps: [stubborn], keep: [] })
  const pids = () => [...output().matchAll(/stubborn (\d+)/g)].map(([, pid]) => Number(pid))
  await expect.poll(pids).toHaveLength(3)
  child.stdin?.end()
  expect(await finished).toBe(143)
  for (const pid of pids()) await gone(pid)
  expect(await readdir(join(dir, 'work'))).toEqual([])
})

test('a cancelled command may end in order, and no later step runs', async () => {
  const root = await smallProduct()
  const dir = join(root, '.data/terminal')
  const patient = script(`
    import { createServer } from 'node:net'
    process.on('SIGTERM', () => { console.log('ended in order'); process.exit(0) })
    createServer().listen(0)
    console.log('running')`)
  const steps = [patient, script('console.log("second")')]
  const { child, output, finished } = startRun({ root, dir, copy: 'nothing', steps, keep: ['packages'] })
  await expect.poll(output).toContain('running')
  child.kill('SIGTERM')
  expect(await finished).toBe(143)
  expect(output()).toBe('running\nended in order\n')
  expect(await readdir(join(dir, 'work'))).toEqual([])
})

test('the copies of killed runs are removed, and those of others stay', async () => {
  const dir = await temporaryDirectory()
  for (const uuid of ['killed', 'running']) await mkdir(join(dir, 'work', uuid, 'node_modules'), { recursive: true })
  await removeLeftovers(dir, ['running'])
  expect(await readdir(join(dir, 'work'))).toEqual(['running'])
  await removeLeftovers(join(dir, 'missing'))
})

test('text that is no plan is refused', async () => {
  const root = await temporaryDirectory()
  const plan = { root, dir: '../elsewhere', copy: 'nothing' as const, steps: [], keep: [] }
  expect((await runPlan(plan)).code).toBe(1)
  expect(existsSync(join(root, 'work'))).toBe(false)
})

test('what npm starts runs on the Node of the product, whatever the machine has', async () => {
  const root = await smallProduct()
  const exec = { program: 'npm', args: ['exec', '-c', 'node -p "process.version + process.execPath"'] } as const
  const { code, output } = await runPlan({
    root,
    dir: join(root, 'docs/data/terminal'),
    copy: 'nothing',
    steps: [exec],
    keep: [],
  })
  expect(output).toContain(`${process.version}${process.execPath}`)
  expect(code).toBe(0)
})
