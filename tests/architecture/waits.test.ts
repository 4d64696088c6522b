import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// A test never waits for a fixed time: the right time differs between machines, and it slows every run. A test waits
// for the screen or for a response. `expect.poll` repeats a check until it holds. A promise, a lock or fake timers hold
// back other work. `AbortSignal.timeout` is only for ending a test that hangs.

/** Code that waits for a fixed time, or gives up too early. */
const waits: readonly [what: string, pattern: RegExp][] = [
  ['setTimeout', /(?<!['"\w]|\btest\.)setTimeout\b/],
  ['setInterval', /(?<!['"\w])setInterval\b/],
  ['sleep', /\bsleep\(/i],
  ['timers/promises', /timers\/promises/],
  ['Atomics.wait', /\bAtomics\.wait/],
  ['waitForTimeout', /\bwaitForTimeout\b/],
  ['networkidle', /\bnetworkidle\b/],
  ['pg_sleep', /\bpg_sleep\b/],
  // It gives up after one second and ignores the project's time-outs.
  ['vi.waitFor', /\bvi\.waitFor/],
]

/** The allowed files, each with its reason. */
const allowed: readonly [file: RegExp, reason: string][] = [
  [/^tests\/architecture\/waits\.test\.ts$/, 'spells what it looks for'],
  [/^tests\/releases\/\w+\/made-by\//, 'made what lies there, once; no test runs it'],
  [/^tests\/releases\/\w+\/contract\.ts$/, 'asks until there is an answer, for scripts without a test runner'],
]

function waitsIn(text: string): string[] {
  const code = text
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
    .join('\n')
  return waits.filter(([, pattern]) => pattern.test(code)).map(([what]) => what)
}

test.each([
  ['await new Promise((r) => setTimeout(r, 50))', ['setTimeout']],
  ['await new Promise<void>((resolve) => void window.setTimeout(resolve, 50))', ['setTimeout']],
  ['const later = promisify(setTimeout)', ['setTimeout']],
  ['const timer = setInterval(look, 50)', ['setInterval']],
  [
    "import { setTimeout as sleep } from 'node:timers/promises'\nawait sleep(50)",
    ['setTimeout', 'sleep', 'timers/promises'],
  ],
  ['await page.waitForTimeout(50)', ['waitForTimeout']],
  ["await page.waitForLoadState('networkidle')", ['networkidle']],
  ['await db.execute(sql`select pg_sleep(1)`)', ['pg_sleep']],
  ['Atomics.wait(cells, 0, 0, 50)', ['Atomics.wait']],
  ['await vi.waitFor(() => expect(sent).toHaveBeenCalled())', ['vi.waitFor']],
  ['test.setTimeout(180_000)', []],
  ["vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })", []],
  ['// Instead of a setTimeout.', []],
  ['await expect.poll(() => sent).toHaveBeenCalled()', []],
])('the look finds waits and nothing else: %s', (text, found) => {
  expect(waitsIn(text)).toEqual(found)
})

test('no test waits for time', () => {
  const files = globSync(['tests/**/*.{ts,tsx,mjs}', 'e2e/**/*.{ts,tsx,mjs}'])
  expect(files.length).toBeGreaterThan(150)
  const offenders = files
    .filter((file) => !allowed.some(([pattern]) => pattern.test(file)))
    .map((file) => ({ file, waits: waitsIn(readFileSync(file, 'utf8')) }))
    .filter((one) => one.waits.length > 0)
  expect(offenders).toEqual([])
})

test('every exception is of use', () => {
  const files = globSync(['tests/**/*.{ts,tsx,mjs}', 'e2e/**/*.{ts,tsx,mjs}'])
  for (const [pattern] of allowed) {
    const excused = files.filter((file) => pattern.test(file))
    expect(
      excused.some((file) => waitsIn(readFileSync(file, 'utf8')).length > 0),
      String(pattern),
    ).toBe(true)
  }
})
