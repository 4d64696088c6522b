import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import * as v from 'valibot'
import { findChromium } from './lib/chromium.ts'
import { fail, root, say } from './lib/main.ts'

interface Result {
  passed: number
  failed: number
}

const vitestReport = v.object({
  success: v.boolean(),
  numPassedTests: v.number(),
  numFailedTests: v.number(),
})

const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
  errors: v.array(v.unknown()),
})

/** Each runner by its name: how to count what it did, after the exit code told whether it was content. */
type Runner = (work: string) => Promise<Result>

const runners: Record<string, Runner> = {
  biome: () => check('biome', ['check', '--error-on-warnings', '.']),
  types: () => check('tsc', ['--noEmit']),
  vitest: async (work) => {
    const file = join(work, 'vitest.json')
    const code = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
    const report = v.safeParse(vitestReport, await readJson(file))
    if (!report.success) return { passed: 0, failed: 1 }
    return count(code, report.output.numPassedTests, report.output.numFailedTests)
  },
  playwright: async (work) => {
    const file = join(work, 'playwright.json')
    const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file }
    const code = await run('playwright', ['test', '--reporter=list,json'], env)
    const report = v.safeParse(playwrightReport, await readJson(file))
    if (!report.success) return { passed: 0, failed: 1 }
    const { expected, unexpected, flaky } = report.output.stats
    return count(code, expected, unexpected + flaky)
  },
}

process.chdir(root)
const work = await mkdtemp(join(tmpdir(), 'yardstick-report-'))
try {
  process.env.CHROMIUM_PATH = await findChromium()
  const results = new Map<string, Result>()
  for (const [name, runner] of Object.entries(runners)) {
    say(`\n== ${name} ==\n`)
    results.set(name, await runner(work))
  }
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

/** A check is one test: it passes or it does not. */
async function check(program: string, args: string[]): Promise<Result> {
  return (await run(program, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** A runner that ends with a failure of its own (a file that does not load) fails, whatever its tests did. */
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
