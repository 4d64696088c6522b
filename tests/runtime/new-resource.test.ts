import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
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

/** The tests that a new resource must pass: its own, and those that check every resource. */
const affected = ['tests/api/exam-room', 'tests/api/list-indexes', 'tests/api/openapi']

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
  return { run, read: (file: string) => readFile(join(copy, file), 'utf8') }
}

test('a new resource type-checks, is well-formed, and its test passes', { timeout: 600_000 }, async () => {
  const { run, read } = await copyOfProject()
  const make = (...args: string[]) => run('scripts/new-resource.ts', ...args)
  expect(await make('Exam Room')).toMatch(/^failed: "Exam Room" is no name/)
  expect(await make('exam-room', '--menu', 'nowhere')).toMatch(/no place for nowhere/)
  expect(await make('exam-room', '--zh', '考场')).toMatch(/exam-room\.page\.tsx/)
  expect(await make('exam-room')).toMatch(/exists already/)
  expect(JSON.parse(await read('messages/zh-cn.json'))).toMatchObject({ menu_examRoom: '考场', examRoom_title: '考场' })
  expect(await read('app/routeTree.gen.ts')).toMatch(/'\/admin\/baseInfo\/exam-room'/)
  const [typed, formed, tested] = await Promise.all([
    run('node_modules/typescript/bin/tsc', '--noEmit'),
    run('node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', 'src', 'app', 'tests'),
    run('node_modules/vitest/vitest.mjs', 'run', '--project', 'api', ...affected),
  ])
  expect(typed).toBe('')
  expect(formed).not.toMatch(/^failed/)
  expect(tested).not.toMatch(/^failed/)
})
