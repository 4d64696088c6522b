import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { main, root, ScriptError, say } from './lib/main.ts'
import { filesOf } from './lib/new-resource/files.ts'
import { runTool, writeMigration, writeRouteTree } from './lib/new-resource/generate.ts'
import { ledger } from './lib/new-resource/ledger.ts'
import { linesOf, messagesOf, triggersOf } from './lib/new-resource/lines.ts'
import { log } from './lib/new-resource/log.ts'
import { namesOf } from './lib/new-resource/names.ts'
import { owned } from './lib/new-resource/owned.ts'
import { plain } from './lib/new-resource/plain.ts'
import { tableFile, withoutTable } from './lib/new-resource/stored-table.ts'

const kinds = { plain, ledger, log, owned }
const usage = `npm run new:resource -- exam-room [--kind ${Object.keys(kinds).join('|')}] [--zh 考场] [--en "Exam room"] [--menu baseInfo] [--icon "fa fa-cube"]`
const locales = ['zh-cn', 'en'] as const

await main(async () => {
  const { kind, ...wanted } = given()
  const names = namesOf(wanted)
  const stored = tableFile(names)
  const files = stored ? withoutTable(filesOf(names, kind), names, stored) : filesOf(names, kind)
  const there = Object.keys(files).find((file) => existsSync(file))
  if (there) throw new ScriptError(`${there} exists already: choose another name.`)
  // All content is computed before the first file is written.
  const lines = Object.entries(linesOf(names, kind)).map(([file, put]) => {
    const text = put(readFileSync(file, 'utf8'))
    if (text === undefined)
      throw new ScriptError(`${file} has no place for ${names.menu}: is it a directory of the menu?`)
    return { file, text }
  })
  for (const [file, text] of [...Object.entries(files), ...lines.map(({ file, text }) => [file, text] as const)]) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  for (const locale of locales) addMessages(`messages/${locale}.json`, messagesOf(names, kind, locale))
  runTool('scripts/messages.ts')
  await writeRouteTree(root)
  const migration = stored ? undefined : writeMigration(names.snake, triggersOf(kind.recorded(names)))
  runTool(
    'node_modules/@biomejs/biome/bin/biome',
    'check',
    '--write',
    ...Object.keys(files),
    ...Object.keys(linesOf(names, kind)).filter((file) => !file.endsWith('.md')),
    'messages',
  )

  for (const file of Object.keys(files)) say(`${String(lineCount(file)).padStart(4)} lines  ${file}`)
  for (const { file } of lines) say(`      added to  ${file}`)
  if (migration) say(`      made      ${migration}`)
  else say(`      uses      ${names.camel} in ${stored}`)
  say(`Now write its fields: in the table, the description and the messages; then npm run db:generate.`)
  if (names.title['zh-cn'] === names.title.en) say('Its Chinese title is English so far: see messages/zh-cn.json.')
})

function addMessages(file: string, added: Record<string, string>): void {
  const { $schema, ...texts }: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  // A text that is there stays, for example the title of a menu.
  const sorted = Object.entries({ ...added, ...texts }).sort(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(file, `${JSON.stringify({ $schema, ...Object.fromEntries(sorted) }, null, 2)}\n`)
}

function lineCount(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1
}

function isKind(kind: string): kind is keyof typeof kinds {
  return Object.hasOwn(kinds, kind)
}

function given() {
  const text = { type: 'string' } as const
  const parsed = options()
  const [key, ...more] = parsed.positionals
  if (!key || more.length > 0) throw new ScriptError(`Say what the resource is called. Usage: ${usage}`)
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(key)) {
    throw new ScriptError(`"${key}" is no name: small letters and digits, with hyphens between words.`)
  }
  const { kind, ...values } = parsed.values
  if (!isKind(kind)) throw new ScriptError(`"${kind}" is no kind. Usage: ${usage}`)
  return { key, kind: kinds[kind], ...values }

  function options() {
    const known = {
      kind: { ...text, default: 'plain' },
      zh: text,
      en: text,
      menu: { ...text, default: 'baseInfo' },
      icon: { ...text, default: 'fa fa-cube' },
    }
    try {
      return parseArgs({ options: known, allowPositionals: true })
    } catch (error) {
      throw new ScriptError(`${error instanceof Error ? error.message.split('. ')[0] : error}. Usage: ${usage}`)
    }
  }
}
