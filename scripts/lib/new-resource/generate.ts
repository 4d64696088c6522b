import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Generator, getConfig } from '@tanstack/router-generator'
import { ScriptError } from '../main.ts'

/** Runs a tool of the project; what it says is shown only when it fails. */
export function runTool(script: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  if (status !== 0) throw new ScriptError(`${script} ${args.join(' ')} failed:\n${stdout}${stderr}`)
}

/** Writes the route tree anew; what a build adds at its end is kept. */
export async function writeRouteTree(root: string): Promise<void> {
  const file = join(root, 'app/routeTree.gen.ts')
  const old = readFileSync(file, 'utf8')
  const footer = old.slice(old.indexOf('\nimport type { getRouter }')).trim()
  const config = getConfig(
    {
      target: 'react',
      routesDirectory: join(root, 'app/routes'),
      generatedRouteTree: file,
      autoCodeSplitting: true,
      disableLogging: true,
      routeTreeFileFooter: () => [footer],
    },
    root,
  )
  await new Generator({ config, root }).run()
}

/**
 * Makes the migration of a new table, with `more` at its end.
 * @param changed what becomes of the statements that drizzle-kit has made
 * @returns its file
 */
export function writeMigration(name: string, more: string, changed = (made: string) => made): string {
  const folder = 'src/db/migrations'
  const before = new Set(readdirSync(folder))
  runTool('node_modules/drizzle-kit/bin.cjs', 'generate', '--name', name)
  const made = readdirSync(folder).find((file) => file.endsWith('.sql') && !before.has(file))
  if (!made) throw new ScriptError('drizzle-kit made no migration.')
  const file = `${folder}/${made}`
  writeFileSync(file, `${changed(readFileSync(file, 'utf8')).trimEnd()}\n${more}\n`)
  return file
}
