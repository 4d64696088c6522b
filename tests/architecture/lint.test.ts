import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

// The project's own lint rules, run on code that breaks them.

/** Lints code with the project's configuration. */
function lint(code: string) {
  const folder = mkdtempSync(join(tmpdir(), 'yardstick-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'tried.tsx')
  writeFileSync(file, `${code}\n`)
  const options = [`--config-path=${process.cwd()}`, '--vcs-enabled=false', file]
  const { status, stdout, stderr } = spawnSync('node_modules/.bin/biome', ['lint', ...options], { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

test.each([
  ['an object in an object', "export const tried = { ...{ requird: true }, name: 'a' }"],
  ['an object in brackets', "export const tried = { ...({ requird: true }), name: 'a' }"],
  ['an object with a cast', "export const tried = { ...({ requird: true } as const), name: 'a' }"],
  ['a list in a list', 'export const tried = [...[1, 2], 3]'],
  ['an object in a tag', "export const tried = <b {...{ tilte: 'a' }} />"],
])('a literal must not be spread: %s', (_where, code) => {
  const { status, said } = lint(code)
  expect(said).toContain('Write the entries plainly')
  expect(status).toBe(1)
})

test('a variable, a condition and a call may be spread', () => {
  const code =
    'export const tried = (given: object, more: number[]) => [{ ...given, ...(more[0] ? { a: 1 } : {}) }, ...more]'
  const { status, said } = lint(code)
  expect(said).toContain('Checked 1 file')
  expect(status).toBe(0)
})
