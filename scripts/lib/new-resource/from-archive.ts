import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { resourceLines } from '#src/features/generator/code/lines.server.ts'
import { harmless } from '#src/features/generator/code/migration-code.server.ts'
import { KEY_IN_CODE, type ResourceNames } from '#src/features/generator/code/names.server.ts'
import { Package } from '#src/server/sheet/zip-file.server.ts'
import { ScriptError } from '../main.ts'
import { type Addition, addResources } from './apply.ts'

const word = v.pipe(v.string(), v.regex(/^[A-Za-z]\w*$/))
const title = v.strictObject({ 'zh-cn': v.string(), en: v.string() })
const names = v.strictObject({
  key: v.pipe(v.string(), v.regex(KEY_IN_CODE)),
  camel: word,
  table: word,
  texts: word,
  pascal: word,
  snake: word,
  plural: word,
  words: v.string(),
  one: v.string(),
  menu: v.pipe(v.string(), v.regex(/^[\w/-]*$/)),
  path: v.pipe(v.string(), v.regex(/^\w[\w-]*(\/\w[\w-]*)*$/)),
  icon: v.pipe(v.string(), v.regex(/^[\w :-]+$/)),
  title,
  titles: title,
}) satisfies v.GenericSchema<unknown, ResourceNames>
const manifest = v.strictObject({
  format: v.literal(1),
  names,
  verbs: v.pipe(v.string(), v.regex(/^[\w', [\]]+$/)),
  tree: v.boolean(),
  table: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]*$/)),
  needs: v.array(v.pipe(v.string(), v.regex(KEY_IN_CODE))),
})
const texts = v.record(v.string(), v.string())

type Archive = v.InferOutput<typeof manifest> & Pick<Addition, 'files' | 'messages'> & { end: string }

/** Adds the code of generated screens to the project, as the back office gives it in archives. */
export async function addGenerated(paths: readonly string[]): Promise<void> {
  const all: Archive[] = []
  for (const path of paths) all.push(withOwnTexts(await readArchive(path)))
  const keys = all.map(({ names: { key } }) => key)
  for (const { names, needs } of all) {
    const missing = needs.find(
      (key) => !keys.includes(key) && !existsSync(`src/features/${key}/${key}.table.server.ts`),
    )
    if (missing) throw new ScriptError(`${names.key} points to ${missing}: give the archive of ${missing}, too.`)
  }
  const additions = all.map(({ names, files, messages, verbs, tree }) => ({
    files,
    messages,
    lines: resourceLines(names, { verbs, ...(tree ? { tree } : {}) }, true),
    menu: names.menu,
  }))
  await addResources(additions, {
    name: keys.join('_').replaceAll('-', '_').slice(0, 60),
    end: all.map(({ end }) => `--> statement-breakpoint\n${end.trimEnd()}`).join('\n'),
    changed: (migration) => all.reduce((text, { table }) => harmless(text, table), migration),
  })
}

/** Other parts of the product may have messages that begin as those of the resource: its own then begin otherwise. */
function withOwnTexts(archive: Archive): Archive {
  const { files, messages, names } = archive
  const begin = `${names.texts}_`
  const known = v.parse(v.record(v.string(), v.unknown()), JSON.parse(readFileSync('messages/en.json', 'utf8')))
  if (!Object.keys(known).some((key) => key.startsWith(begin))) return archive
  const free = `${names.texts}Resource`
  const renamed = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key.replace(begin, `${free}_`), text]))
  const called = Object.entries(files).map(([file, text]) => [file, text.replaceAll(`m.${begin}`, `m.${free}_`)])
  return {
    ...archive,
    names: { ...names, texts: free },
    files: Object.fromEntries(called),
    messages: { 'zh-cn': renamed(messages['zh-cn']), en: renamed(messages.en) },
  }
}

/** @throws ScriptError for a file that is no such archive, or has files where none of a resource belong */
async function readArchive(path: string): Promise<Archive> {
  if (!existsSync(path)) throw new ScriptError(`There is no file ${path}.`)
  const zip = await Package.open(path).catch(() => {
    throw new ScriptError(`${path} is no archive of a screen.`)
  })
  try {
    const text = (name: string) => zip.text(name)
    const known = v.safeParse(manifest, zip.has('resource.json') ? JSON.parse(await text('resource.json')) : {})
    if (!known.success) throw new ScriptError(`${path} is no archive of a screen, or of another version.`)
    const { key, path: page } = known.output.names
    const own = new RegExp(`^src/features/${key}/${key}(\\.[a-z]+)+\\.ts$|^src/features/${key}/${key}\\.page\\.tsx$`)
    const rest = ['resource.json', 'migration.sql', 'README.md', 'messages/zh-cn.json', 'messages/en.json']
    const places = [`app/routes/admin/_shell/${page}.tsx`, `tests/api/${key}.test.ts`]
    const files: Record<string, string> = {}
    for (const name of zip.names.filter((one) => !rest.includes(one))) {
      if (!own.test(name) && !places.includes(name))
        throw new ScriptError(`${path} has a file of something else: ${name}.`)
      files[name] = await text(name)
    }
    const messages = async (name: string) => v.parse(texts, JSON.parse(await text(name)))
    return {
      ...known.output,
      files,
      messages: { 'zh-cn': await messages('messages/zh-cn.json'), en: await messages('messages/en.json') },
      end: await text('migration.sql'),
    }
  } finally {
    zip.close()
  }
}
