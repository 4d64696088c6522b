import { execFile } from 'node:child_process'
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

/** A resource of each kind. The table of roles is there already. */
const made = {
  'exam-room': ['--zh', '考场'],
  'point-entry': ['--kind', 'ledger'],
  'visit-log': ['--kind', 'log', '--menu', 'user-role'],
  duty: ['--kind', 'owned', '--menu', 'user-role'],
}

/** The tests that new resources must pass: their own, and those that check every resource. */
const everyResource = ['list-indexes', 'openapi', 'unique-fields']
const affected = [...Object.keys(made), ...everyResource].map((name) => `tests/api/${name}`)
const architecture = ['imports', 'comments', 'calls'].map((name) => `tests/architecture/${name}`)

const scope = `{
      name: 'scope',
      type: 'select',
      label: m.role_note,
      required: true,
      options: [{ value: 'all', label: m.role_note }],
    }`

/** Copies the project. @returns functions that run scripts and read files in the copy */
async function copyOfProject() {
  const copy = await mkdtemp(join(tmpdir(), 'yardstick-copy-'))
  onTestFinished(() => rm(copy, { recursive: true }))
  for (const part of parts) await cp(part, join(copy, part), { recursive: true })
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
    change: async (file: string, from: string, to: string) => {
      const text = await readFile(join(copy, file), 'utf8')
      expect(text).toContain(from)
      await writeFile(join(copy, file), text.replace(from, to))
    },
  }
}

test('a new resource of each kind type-checks, is well-formed, and its test passes', { timeout: 600_000 }, async () => {
  const { run, read, change } = await copyOfProject()
  const make = (...args: string[]) => run('scripts/new-resource.ts', ...args)
  expect(await make('Exam Room')).toMatch(/^failed: "Exam Room" is no name/)
  expect(await make('exam-room', '--menu', 'nowhere')).toMatch(/no place for nowhere/)
  expect(await make('exam-room', '--kind', 'tree')).toMatch(/"tree" is no kind/)
  for (const [key, options] of Object.entries(made)) expect(await make(key, ...options)).toContain(`${key}.page.tsx`)
  expect(await make('role', '--kind', 'owned', '--menu', 'user-role')).toMatch(/uses {6}role in src\/db\/identity/)
  expect(await read('src/features/visit-log/visit-log.schema.ts')).toContain("defaultOrder: 'createTime,desc'")
  expect(await read('src/features/role/role.api.server.ts')).toContain('roleRule.roleId')
  // The table has a data scope in place of a note, as docs/resources.md says.
  const schema = 'src/features/role/role.schema.ts'
  await change(schema, "{ name: 'note', type: 'text', label: m.role_note, max: 500, multiline: true }", scope)
  await change('tests/api/role.test.ts', "note: ''", "scope: 'all'")
  expect(await make('exam-room')).toMatch(/exists already/)
  expect(JSON.parse(await read('messages/zh-cn.json'))).toMatchObject({ menu_examRoom: '考场', examRoom_title: '考场' })
  expect(await read('app/routeTree.gen.ts')).toMatch(/'\/admin\/baseInfo\/exam-room'/)
  const [typed, formed, tested] = await Promise.all([
    run('node_modules/typescript/bin/tsc', '--noEmit'),
    run('node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', 'src', 'app', 'tests'),
    run('node_modules/vitest/vitest.mjs', 'run', '--project', 'api', ...affected, 'tests/api/role', ...architecture),
  ])
  expect(typed).toBe('')
  expect(formed).not.toMatch(/^failed/)
  expect(tested).not.toMatch(/^failed/)
})
