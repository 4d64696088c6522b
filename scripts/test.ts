import { execFileSync, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import * as v from 'valibot'
import { findChromium } from './lib/chromium.ts'
import { fail, root, ScriptError, say } from './lib/main.ts'

interface Result {
  passed: number
  failed: number
}

const vitestReport = v.object({
  success: v.boolean(),
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      startTime: v.number(),
      endTime: v.number(),
      /** Why the file itself failed, for example because it did not load. */
      message: v.optional(v.string(), ''),
      assertionResults: v.array(
        v.object({ fullName: v.string(), failureMessages: v.nullish(v.array(v.string()), []) }),
      ),
    }),
  ),
})

const spec = v.object({
  title: v.string(),
  tests: v.array(
    v.object({
      results: v.array(
        v.object({
          duration: v.number(),
          errors: v.optional(v.array(v.object({ message: v.optional(v.string(), '') })), []),
        }),
      ),
    }),
  ),
})
type Suite = {
  file: string
  specs: v.InferOutput<typeof spec>[]
  suites?: Suite[] | undefined
}
const suite: v.GenericSchema<unknown, Suite> = v.object({
  file: v.string(),
  specs: v.array(spec),
  suites: v.optional(v.lazy(() => v.array(suite))),
})
const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
  suites: v.array(suite),
})

/** Runs one tool and counts its results. A non-zero exit code counts as a failure. */
type Runner = (work: string) => Promise<Result>

const { positionals: words, values } = parseArgs({
  allowPositionals: true,
  options: { shuffle: { type: 'string' } },
})
const wanted = (file: string) => words.length === 0 || words.some((word) => file.includes(word))
const filesOf = (pattern: string) => globSync(pattern, { cwd: root }).filter(wanted)
/** Seconds by file, of all runners. */
const times = new Map<string, number>()
/** What failed and why, of all runners: repeated at the end, because a log is often kept without its middle. */
const failures: string[] = []

const runners: Record<string, Runner> = {
  biome: () => check('biome', ['check', '--error-on-warnings', ...(words.length > 0 ? checkedFiles() : ['.'])]),
  types: () => check('tsc', ['--noEmit']),
  vitest: async (work) => {
    const files = filesOf('tests/**/*.test.{ts,tsx}')
    if (files.length === 0) return { passed: 0, failed: 0 }
    const file = join(work, 'vitest.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const order = values.shuffle ? ['--sequence.shuffle', `--sequence.seed=${values.shuffle}`] : []
    const code = await run('vitest', ['run', ...reporters, ...order, ...(words.length > 0 ? files : [])])
    const report = v.safeParse(vitestReport, await readJson(file))
    if (!report.success) return { passed: 0, failed: 1 }
    for (const { name, startTime, endTime, message, assertionResults } of report.output.testResults) {
      const path = relative(root, name)
      times.set(path, (endTime - startTime) / 1000)
      if (message !== '') note(path, message)
      for (const { fullName, failureMessages } of assertionResults) {
        for (const why of failureMessages ?? []) note(`${path} › ${fullName}`, why)
      }
    }
    return count(code, report.output.numPassedTests, report.output.numFailedTests)
  },
  playwright: async (work) => {
    const files = filesOf('e2e/**/*.spec.ts')
    if (files.length === 0) return { passed: 0, failed: 0 }
    const file = join(work, 'playwright.json')
    const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file }
    const order = values.shuffle ? ['--fully-parallel', '--shuffle', values.shuffle] : []
    // Playwright takes patterns and matches them against whole paths.
    const only = words.length > 0 ? files.map((name) => `/${name.replaceAll('.', '\\.')}$`) : []
    const code = await run('playwright', ['test', '--reporter=list,json', ...order, ...only], env)
    const report = v.safeParse(playwrightReport, await readJson(file))
    if (!report.success) return { passed: 0, failed: 1 }
    for (const one of report.output.suites) {
      times.set(`e2e/${one.file}`, secondsOf(one))
      noteFailed(one)
    }
    const { expected, unexpected, flaky } = report.output.stats
    return count(code, expected, unexpected + flaky)
  },
}

process.chdir(root)
const work = await mkdtemp(join(tmpdir(), 'yardstick-report-'))
try {
  if (filesOf('{tests,e2e}/**/*.{test,spec}.{ts,tsx}').length === 0) {
    throw new ScriptError(`No test has ${words.join(' or ')} in its path.`)
  }
  process.env.CHROMIUM_PATH = await findChromium()
  const results = new Map<string, Result & { seconds: number }>()
  for (const [name, runner] of Object.entries(runners)) {
    say(`\n== ${name} ==\n`)
    const began = Date.now()
    const result = await runner(work)
    results.set(name, { ...result, seconds: (Date.now() - began) / 1000 })
  }
  say('\nThe slowest files, in seconds:')
  for (const [name, seconds] of slowest(10)) say(`${seconds.toFixed(1).padStart(7)}  ${name}`)
  say('\nThe runners, in seconds:')
  for (const [name, { seconds }] of results) say(`${seconds.toFixed(1).padStart(7)}  ${name}`)
  if (failures.length > 0) say(`\nWhat failed:\n${failures.join('\n')}`)
  say('')
  for (const [name, { passed, failed }] of results) say(`${name}: ${passed} passed, ${failed} failed`)
  const all = [...results.values()]
  const failed = sum(all.map((result) => result.failed))
  say(`total: ${sum(all.map((result) => result.passed))} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
} catch (error) {
  fail(error)
} finally {
  await rm(work, { recursive: true, force: true })
}

/** Biome's arguments for the files that match the command line's words. */
function checkedFiles(): string[] {
  const known = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n')
  return ['--no-errors-on-unmatched', ...known.filter((file) => wanted(file) && existsSync(file))]
}

function slowest(many: number): [string, number][] {
  return [...times].sort(([, one], [, other]) => other - one).slice(0, many)
}

function noteFailed({ file, specs, suites = [] }: Suite): void {
  for (const { title, tests } of specs) {
    for (const { message } of tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))) {
      note(`e2e/${file} › ${title}`, message)
    }
  }
  for (const one of suites) noteFailed(one)
}

/** Keeps the first lines of a failure, without colours. */
function note(where: string, why: string): void {
  const lines = stripVTControlCharacters(why).split('\n').slice(0, 12)
  failures.push([`✗ ${where}`, ...lines.map((line) => `    ${line}`)].join('\n'))
}

function secondsOf({ specs, suites = [] }: Suite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
  return sum(own) / 1000 + sum(suites.map(secondsOf))
}

/** A check counts as one test. */
async function check(program: string, args: string[]): Promise<Result> {
  return (await run(program, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/**
 * A runner that fails by itself (for example because a file does not load) counts as failed, even when no test failed.
 */
function count(code: number, passed: number, failed: number): Result {
  return { passed, failed: code === 0 || failed > 0 ? failed : 1 }
}

function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const shell = process.platform === 'win32'
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...process.env, PATH: path, ...env }, stdio: 'inherit', shell })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8').catch(() => 'null'))
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
