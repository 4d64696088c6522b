import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { RUN_MARK } from '#src/features/terminal/run-environment.server.ts'
import type { RunPlan } from '#src/features/terminal/run-plan.ts'
import type { Step } from './plan.ts'

/** Runs a step in the working copy, with this process's output. @returns its exit code */
export function runStep(step: Step, place: string, { root, uuid }: RunPlan): Promise<number> {
  const outside = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !entry.startsWith(join(root, 'node_modules')))
  const cli = process.env.npm_execpath
  const ownCli = cli && /npm-cli\.c?js$/.test(cli) ? [cli] : undefined
  const node = process.env.npm_node_execpath ?? process.execPath
  const [file = '', ...args] =
    step.program === 'node'
      ? [process.execPath, ...step.args]
      : [...(ownCli ? [node, ...ownCli] : ['npm']), ...step.args]
  // Other package managers, which npm starts, run on the product's Node too: the machine's may be too old for packages.
  const path = [step.program === 'node' ? join(place, 'node_modules', '.bin') : dirname(process.execPath), ...outside]
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: place,
      env: { ...process.env, [RUN_MARK]: uuid, PATH: path.join(delimiter) },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', (error) => {
      process.stderr.write(`${step.program} could not be started: ${error.message}\n`)
      resolve(127)
    })
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGTERM' ? 143 : 137)))
  })
}
