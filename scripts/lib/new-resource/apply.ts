import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { root, ScriptError, say } from '../main.ts'
import { runTool, writeMigration, writeRouteTree } from './generate.ts'

const locales = ['zh-cn', 'en'] as const

/** What a resource adds to the project. */
export type Addition = {
  files: Record<string, string>
  /** Puts lines into files that are there. Undefined where their place is not found. */
  lines: Record<string, (text: string) => string | undefined>
  messages: Record<(typeof locales)[number], Record<string, string>>
  /** The directory of the menu, which the refusal names. */
  menu: string
}

/** The migration of the tables: its name, what it has at its end, and what becomes of the rest. */
export type NewMigration = { name: string; end: string; changed?(migration: string): string }

/** Adds resources to the project. All content is computed before the first file is written. @returns the migration */
export async function addResources(all: readonly Addition[], migration?: NewMigration): Promise<string | undefined> {
  const files = Object.assign({}, ...all.map((one) => one.files)) as Record<string, string>
  const there = Object.keys(files).find((file) => existsSync(file))
  if (there) throw new ScriptError(`${there} exists already: choose another name.`)
  const changed = new Map<string, string>()
  for (const { lines, menu } of all) {
    for (const [file, put] of Object.entries(lines)) {
      const text = put(changed.get(file) ?? readFileSync(file, 'utf8'))
      if (text === undefined) throw new ScriptError(`${file} has no place for ${menu}: is it a directory of the menu?`)
      changed.set(file, text)
    }
  }
  for (const [file, text] of [...Object.entries(files), ...changed]) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  for (const locale of locales) for (const { messages } of all) addMessages(`messages/${locale}.json`, messages[locale])
  runTool('scripts/messages.ts')
  await writeRouteTree(root)
  const made = migration && writeMigration(migration.name, migration.end, migration.changed)
  const formed = [...changed.keys()].filter((file) => !file.endsWith('.md'))
  runTool('node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...Object.keys(files), ...formed, 'messages')
  for (const file of Object.keys(files)) say(`${String(lineCount(file)).padStart(4)} lines  ${file}`)
  for (const file of changed.keys()) say(`      added to  ${file}`)
  if (made) say(`      made      ${made}`)
  return made
}

function addMessages(file: string, added: Record<string, string>): void {
  const { $schema, ...texts }: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  // A text that is there stays, for example the title of a menu.
  const sorted = Object.entries({ ...added, ...texts }).sort(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(file, `${JSON.stringify({ $schema, ...Object.fromEntries(sorted) }, null, 2)}\n`)
}

function lineCount(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1
}
