import { parseArgs } from 'node:util'
import { filesOf } from '#src/features/generator/code/files.server.ts'
import { messagesOf, resourceLines, triggersOf } from '#src/features/generator/code/lines.server.ts'
import { KEY_IN_CODE, resourceNames } from '#src/features/generator/code/names.server.ts'
import { main, ScriptError, say } from './lib/main.ts'
import { addResources } from './lib/new-resource/apply.ts'
import { addGenerated } from './lib/new-resource/from-archive.ts'
import { ledger } from './lib/new-resource/ledger.ts'
import { log } from './lib/new-resource/log.ts'
import { owned } from './lib/new-resource/owned.ts'
import { plain } from './lib/new-resource/plain.ts'
import { tableFile, withoutTable } from './lib/new-resource/stored-table.ts'

const kinds = { plain, ledger, log, owned }
const usage = `npm run new:resource -- exam-room [--kind ${Object.keys(kinds).join('|')}] [--zh 考场] [--en "Exam room"] [--menu baseInfo] [--icon "fa fa-cube"], or --from exam-room.zip`

await main(async () => {
  const asked = given()
  if (asked.archives) return addGenerated(asked.archives)
  const { kind, ...wanted } = asked
  const names = resourceNames(wanted)
  const stored = tableFile(names)
  const files = stored ? withoutTable(filesOf(names, kind), names, stored) : filesOf(names, kind)
  const messages = { 'zh-cn': messagesOf(names, kind, 'zh-cn'), en: messagesOf(names, kind, 'en') }
  const addition = { files, lines: resourceLines(names, kind), messages, menu: names.menu }
  const migration = { name: names.snake, end: triggersOf(kind.recorded(names)) }
  await addResources([addition], stored ? undefined : migration)
  if (stored) say(`      uses      ${names.camel} in ${stored}`)
  say(`Now write its fields: in the table, the description and the messages; then npm run db:generate.`)
  if (names.title['zh-cn'] === names.title.en) say('Its Chinese title is English so far: see messages/zh-cn.json.')
})

function isKind(kind: string): kind is keyof typeof kinds {
  return Object.hasOwn(kinds, kind)
}

function given() {
  const text = { type: 'string' } as const
  const parsed = options()
  const { kind, from, ...values } = parsed.values
  if (from !== undefined) return { archives: [from, ...parsed.positionals] }
  const [key, ...more] = parsed.positionals
  if (!key || more.length > 0) throw new ScriptError(`Say what the resource is called. Usage: ${usage}`)
  if (!KEY_IN_CODE.test(key)) {
    throw new ScriptError(`"${key}" is no name: small letters and digits, with hyphens between words.`)
  }
  if (!isKind(kind)) throw new ScriptError(`"${kind}" is no kind. Usage: ${usage}`)
  return { key, kind: kinds[kind], ...values }

  function options() {
    const known = {
      kind: { ...text, default: 'plain' },
      from: text,
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
