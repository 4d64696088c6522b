import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { fileRights } from '#src/resource/importable.ts'
import type { Actor } from '../access/actor.server.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { AppError } from '../errors.server.ts'
import { readStart } from './file-reader.server.ts'
import { possibleKeys } from './import-fields.server.ts'
import { importFile } from './import-files.server.ts'
import { type ImportRecord, type Memory, readMemory, sameContent } from './import-store.server.ts'
import { planSchema } from './plan.server.ts'
import { mayImport } from './rights.server.ts'
import { guessMapping, knownTitles } from './titles.server.ts'
import { uniqueKeys } from './unique-keys.server.ts'

const mode = v.picklist(['both', 'add', 'update'])

/** The facts about a file by which the user decides how to read it. */
export const importViewSchema = v.object({
  id: v.number(),
  fileName: v.string(),
  size: v.number(),
  format: v.picklist(['xlsx', 'csv']),
  encoding: v.nullable(v.string()),
  sheets: v.array(v.object({ name: v.string(), hidden: v.boolean() })),
  sheet: v.number(),
  header: v.number(),
  /** The first rows of the file. */
  head: v.array(v.object({ row: v.number(), cells: v.array(v.string()) })),
  /** Rows below the titles, approximately. */
  rows: v.number(),
  /** Rows that spreadsheet programs do not show. They are read like the others. */
  hiddenRows: v.number(),
  columns: v.array(
    v.object({
      title: v.string(),
      samples: v.array(v.string()),
      field: v.nullable(v.string()),
      by: v.nullable(v.picklist(['memory', 'title', 'part'])),
    }),
  ),
  keys: v.object({
    proposed: v.array(v.string()),
    possible: v.array(v.string()),
    unique: v.array(v.array(v.string())),
  }),
  modes: v.array(mode),
  mode,
  blank: planSchema.entries.blank,
  /** The last import of the same content. */
  earlier: v.nullable(
    v.object({ time: v.string(), by: v.string(), undone: v.boolean(), counts: v.record(v.string(), v.number()) }),
  ),
})

export type ImportView = v.InferOutput<typeof importViewSchema>

type Viewing = { db: Db; files: string; actor: Actor; registered: RegisteredResource; signal: AbortSignal }
type Asked = { sheet?: number; header?: number }

/** Reads the beginning of a sheet and guesses its meaning. */
export async function viewImport(
  { db, files, actor, registered, signal }: Viewing,
  record: ImportRecord,
  asked: Asked,
): Promise<ImportView> {
  const { resource } = registered
  const { facts } = record
  if (record.storedAs === '') throw new AppError(404, m.import_expired())
  const sheets = facts.format === 'xlsx' ? facts.sheets : [{ name: record.fileName, hidden: false }]
  const sheet =
    asked.sheet ??
    Math.max(
      0,
      sheets.findIndex((one) => !one.hidden),
    )
  const memory = await readMemory(db, actor.id, resource.description.key)
  const known = [...knownTitles(resource).keys(), ...Object.keys(memory.columns)]
  const file = importFile(files, record.storedAs)
  const start = await readStart({ file, facts, sheet, header: asked.header, known }, { signal })
  const titles = start.columns.map(({ title }) => title)
  const guesses = guessMapping(titles, resource, new Map(Object.entries(memory.columns)))
  return {
    id: record.id,
    fileName: record.fileName,
    size: record.size,
    format: facts.format,
    sheets,
    sheet,
    header: start.header,
    encoding: facts.format === 'csv' ? facts.encoding : null,
    head: start.head,
    hiddenRows: start.hiddenRows,
    rows: start.rows,
    columns: start.columns.map(({ title, samples }, at) => ({
      title,
      samples,
      ...(guesses[at] ?? { field: null, by: null }),
    })),
    ...(await choices(
      db,
      actor,
      registered,
      memory,
      guesses.map((guess) => guess.field),
    )),
    earlier: await sameContent(db, record),
  }
}

/** The preselected settings: the user's last choice, where it still fits. */
async function choices(
  db: Db,
  actor: Actor,
  registered: RegisteredResource,
  memory: Memory,
  mapped: readonly (string | null)[],
) {
  const { resource } = registered
  const may = fileRights(resource.description, mayImport(actor, registered))
  const modes = (['both', 'add', 'update'] as const).filter(
    (one) => (one === 'update' || may.add) && (one === 'add' || may.edit),
  )
  const possible = possibleKeys(resource)
  const unique = await uniqueKeys(db, resource, possible)
  const usable = (key: readonly string[]) => key.length > 0 && key.every((name) => mapped.includes(name))
  const candidates = [memory.keys ?? [], ...unique, ...possible.map((name) => [name])]
  const proposed = candidates.find(usable) ?? []
  return {
    keys: { proposed, possible, unique },
    modes,
    mode: modes.find((one) => one === memory.mode) ?? modes[0] ?? 'both',
    blank: memory.blank ?? 'keep',
  }
}
