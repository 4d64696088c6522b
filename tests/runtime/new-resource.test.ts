import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

/** The files and folders of the project, without anything installed, built or stored. */
const parts = [
  'app',
  'drizzle.config.ts',
  'messages',
  'package.json',
  'project.inlang',
  'scripts',
  'src',
  'tests',
  'app.config.ts',
  'biome.json',
  'tsconfig.json',
  'vitest.config.ts',
  '.gitignore',
  'docs',
]

/** A resource of each kind. */
const made = {
  'exam-room': ['--zh', '考场'],
  'point-entry': ['--kind', 'ledger'],
  'visit-log': ['--kind', 'log', '--menu', 'user-role'],
  duty: ['--kind', 'owned', '--menu', 'user-role'],
}

/** The tests that new resources must pass: their own, and those that check every resource. */
const everyResource = ['list-indexes', 'unique-fields']
const affected = [...Object.keys(made), ...everyResource, 'lab', 'letter', 'screens-migrated'].map(
  (name) => `tests/api/${name}`,
)
const architecture = ['imports', 'comments', 'calls'].map((name) => `tests/architecture/${name}`)

/** Makes the migration of a table that somebody else has written. */
const migrate = `
  import { writeMigration } from './scripts/lib/new-resource/generate.ts'
  import { triggersOf } from './src/features/generator/code/lines.server.ts'
  writeMigration('medal', triggersOf(['medal', 'medal_rule']))`

/** Where new resources have files and lines. The messages of `src/i18n` are thousands of files. */
const places = ['src/features', 'src/resource', 'src/layout', 'src/db', 'app', 'tests/api']

/** Makes the archives of generated screens, as the back office gives them. */
const archives = `
  import { writeFile } from 'node:fs/promises'
  import { test } from 'vitest'
  import { startApi } from '../support/api.ts'
  import { codeArchives, storeScreens } from '../support/screens.ts'
  test('archives', async () => {
    const api = await startApi()
    const admin = await api.signIn()
    await storeScreens(api, admin)
    for (const [key, archive] of await codeArchives(api, admin)) await writeFile(key + '.zip', archive)
  })`

/** Runs the migration of the screens where they were generated. */
const again = `\
import { test } from 'vitest'
import { migratesWhereGenerated } from '../support/screens-migrated.ts'

test('the migration keeps tables and rows that are there', migratesWhereGenerated)
`
const screens = ['lab', 'lab-room', 'letter']

/** What a new resource can break: the product, and the tests of its calls. Other tests would take as long again. */
const checked = {
  extends: './tsconfig.json',
  include: ['app', 'src', 'scripts/**/*.ts', 'tests/api', 'tests/architecture', '*.ts'],
}

/** Copies the project. @returns functions that run scripts and read files in the copy */
async function copyOfProject() {
  const copy = await mkdtemp(join(tmpdir(), 'yardstick-copy-'))
  onTestFinished(() => rm(copy, { recursive: true }))
  for (const part of parts) await cp(part, join(copy, part), { recursive: true })
  // The first tests in the copy need the same database as those here.
  const prepared = '.cache/prepared'
  if (existsSync(prepared)) await cp(prepared, join(copy, prepared), { recursive: true })
  await symlink(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  const run = async (script: string, ...args: string[]) => {
    try {
      return (await promisify(execFile)(process.execPath, [script, ...args], { cwd: copy })).stdout
    } catch (error) {
      // Seam: the error of execFile carries the output of the process.
      const { stdout, stderr } = error as { stdout: string; stderr: string }
      return `failed: ${stdout}${stderr}`
    }
  }
  return {
    run,
    read: (file: string) => readFile(join(copy, file), 'utf8'),
    write: (file: string, text: string) => writeFile(join(copy, file), text),
    remove: (file: string) => rm(join(copy, file)),
  }
}

test('a new resource of each kind type-checks, is well-formed, and its test passes', { timeout: 900_000 }, async () => {
  const { run, read, write, remove } = await copyOfProject()
  const make = (...args: string[]) => run('scripts/new-resource.ts', ...args)
  await write('tests/api/archives.test.ts', archives)
  expect(await run('node_modules/vitest/vitest.mjs', 'run', '--project', 'api', 'tests/api/archives')).not.toMatch(
    /^failed/,
  )
  await remove('tests/api/archives.test.ts')
  expect(await make('Exam Room')).toMatch(/^failed: "Exam Room" is no name/)
  expect(await make('exam-room', '--menu', 'nowhere')).toMatch(/no place for nowhere/)
  expect(await make('exam-room', '--kind', 'tree')).toMatch(/"tree" is no kind/)
  for (const [key, options] of Object.entries(made)) expect(await make(key, ...options)).toContain(`${key}.page.tsx`)
  // A table that is there already is used as it is.
  const duty = await read('src/features/duty/duty.table.server.ts')
  const columns = duty.replace(/\nexport type .*\n/, '')
  await write('src/db/medal.table.server.ts', columns.replaceAll('duty', 'medal'))
  expect(await run('--input-type=module', '-e', migrate)).not.toMatch(/^failed/)
  expect(await make('medal', '--kind', 'owned')).toMatch(/uses {6}medal in src\/db\/medal/)
  expect(await read('src/features/visit-log/visit-log.schema.ts')).toContain("defaultOrder: 'createTime,desc'")
  expect(await read('src/features/medal/medal.api.server.ts')).toContain('medalRule.medalId')
  expect(await make('exam-room')).toMatch(/exists already/)
  expect(JSON.parse(await read('messages/zh-cn.json'))).toMatchObject({ menu_examRoom: '考场', examRoom_title: '考场' })
  expect(await read('app/routeTree.gen.ts')).toMatch(/'\/admin\/baseInfo\/exam-room'/)
  // Generated screens: what one points to has to be there, or come with it.
  expect(await make('--from', 'lab-room.zip')).toMatch(/^failed: lab-room points to lab/)
  expect(await make('--from', 'package.json')).toMatch(/^failed: package.json is no archive/)
  const added = await make('--from', ...screens.map((key) => `${key}.zip`))
  for (const key of screens) expect(added).toContain(`${key}.page.tsx`)
  expect(await make('--from', 'letter.zip')).toMatch(/exists already/)
  // Messages of the product begin with letter_, so those of the resource do not.
  expect(JSON.parse(await read('messages/en.json'))).toMatchObject({ letterResource_words: 'Words' })
  expect(await run('node_modules/drizzle-kit/bin.cjs', 'generate')).toContain('No schema changes')
  await write('tests/api/screens-migrated.test.ts', again)
  await write('made.tsconfig.json', JSON.stringify(checked))
  const [typed, formed, tested] = await Promise.all([
    run('node_modules/typescript/bin/tsc', '-p', 'made.tsconfig.json'),
    run('node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', ...places),
    run(
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'api',
      '--maxWorkers=1',
      ...affected,
      'tests/api/medal',
      ...architecture,
    ),
  ])
  expect(typed).toBe('')
  expect(formed).not.toMatch(/^failed/)
  expect(tested).not.toMatch(/^failed/)
})
