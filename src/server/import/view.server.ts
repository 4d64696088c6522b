import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { isRequired } from '#src/resource/field-traits.ts'
import { fileRights, ID } from '#src/resource/importable.ts'
import { labelText } from '#src/resource/label.ts'
import type { Actor } from '../access/actor.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { AppError } from '../errors.server.ts'
import { encodings } from '../sheet/file-facts.ts'
import { readStart } from './file-reader.server.ts'
import { doubts, guessMapping } from './guess-mapping.server.ts'
import { blanksOf, needsKeys, possibleKeys } from './import-fields.server.ts'
import { importFile } from './import-files.server.ts'
import { countsSchema, type ImportRecord, type Memory, readMemory, sameContent } from './import-store.server.ts'
import { returnedFormat } from './marked-file.server.ts'
import { countsUp } from './numbering.ts'
import { planSchema } from './plan.server.ts'
import { mayImport } from './rights.server.ts'
import { isSecretColumn } from './secret-columns.server.ts'
import { exactTitles, optionTitles, synonymTitles, type Titled } from './titles.server.ts'
import { uniqueKeys } from './unique-keys.server.ts'

/** Maximum sample values shown for a column. */
const SAMPLES = 4

const mode = v.picklist(['both', 'add', 'update'])

/** The facts about a file by which the user decides how to read it. */
export const importViewSchema = v.object({
  id: v.number(),
  fileName: v.string(),
  size: v.number(),
  format: v.picklist(['xlsx', 'csv']),
  /**
   * The kind of file in which its errors come back. A text whose rows or cells no workbook can hold comes back as CSV.
   */
  returned: v.picklist(['xlsx', 'csv']),
  /** For a text: its encoding, and whether it is only guessed. */
  encoding: v.nullable(v.object({ name: v.picklist(encodings), guessed: v.boolean() })),
  sheets: v.array(v.object({ name: v.string(), hidden: v.boolean() })),
  sheet: v.number(),
  /** Row number of the titles; 0 for none. */
  header: v.number(),
  /** The first rows of the file, or the rows around the titles when these are further down. */
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
      /** Why the user must look at the column; null for an exact title and for an earlier choice. */
      doubt: v.nullable(v.picklist(doubts)),
      /** The values count 1, 2, 3 as in a column of row numbers. */
      counts: v.boolean(),
      /** It holds passwords, which are never read from files. It can be mapped to no field. */
      secret: v.optional(v.literal(true)),
    }),
  ),
  keys: v.object({
    /** Empty when the user has to choose. */
    proposed: v.array(v.string()),
    /** The proposal is the user's earlier choice. */
    remembered: v.boolean(),
    possible: v.array(v.string()),
    unique: v.array(v.array(v.string())),
    /** Without a key, the file cannot be imported. Otherwise every row of it is a new row then. */
    needed: v.boolean(),
  }),
  modes: v.array(mode),
  mode,
  blank: planSchema.entries.blank,
  blanks: v.array(v.picklist(['keep', 'clear'])),
  /**
   * The columns that a file may have, where its lines are not rows of the resource. Their fields are then no fields of
   * the description. Null otherwise.
   */
  lines: v.nullable(v.array(v.object({ name: v.string(), label: v.string(), required: v.boolean() }))),
  /** The last import of the same content. Its user is null for callers that may not know that user. */
  earlier: v.nullable(
    v.object({
      time: v.string(),
      by: v.nullable(v.string()),
      undone: v.boolean(),
      counts: countsSchema,
    }),
  ),
})

export type ImportView = v.InferOutput<typeof importViewSchema>

type Viewing = { db: Db; files: string; actor: Actor; registered: RegisteredResource; signal: AbortSignal }
export type AskedView = { sheet?: number; header?: number }

/** Reads the beginning of a sheet and guesses its meaning. */
export async function viewImport(
  { db, files, actor, registered, signal }: Viewing,
  record: ImportRecord,
  asked: AskedView,
): Promise<ImportView> {
  const { resource } = registered
  const { facts } = record
  if (record.storedAs === '') throw new AppError(404, m.import_expired())
  const sheets = facts.format === 'xlsx' ? facts.sheets : [{ name: record.fileName, hidden: false }]
  const memory = await readMemory(db, actor.id, resource.description.key)
  const known = headerWords(resource, memory)
  const file = importFile(files, record.storedAs)
  const start = await readStart(
    { file, facts, sheet: asked.sheet, header: asked.header, known: [...known] },
    { signal },
  )
  const secret = start.columns.map(({ title }) => isSecretColumn(resource, title))
  // A column without a title and without content is guessed for no field.
  const open = start.columns.map((column, at) => (secret[at] ? { title: '', values: [] } : column))
  const guesses = guessMapping(open, resource, new Map(Object.entries(memory.chosen)))
  const columns = open.map(({ values }, at) => ({
    title: start.columns[at]?.title ?? '',
    ...(secret[at] ? { secret: true as const } : {}),
    samples: [...new Set(values)].slice(0, SAMPLES),
    field: guesses[at]?.field ?? null,
    by: guesses[at]?.by ?? null,
    doubt: guesses[at]?.doubt ?? null,
    counts: countsUp(values),
  }))
  const { keys, modes } = await choices(db, actor, registered, memory, columns)
  return {
    id: record.id,
    fileName: record.fileName,
    size: record.size,
    format: facts.format,
    returned: returnedFormat(facts),
    sheets,
    sheet: start.sheet,
    header: start.header,
    encoding: facts.format === 'csv' ? { name: facts.encoding, guessed: facts.guessed } : null,
    head: start.head,
    hiddenRows: start.hiddenRows,
    rows: start.rows,
    columns,
    keys,
    modes,
    mode: modes[0] ?? 'both',
    blank: 'keep',
    blanks: blanksOf(resource),
    lines: lineColumns(resource),
    earlier: await sameContent(db, actor, record),
  }
}

function lineColumns({ description, importable }: Resource): ImportView['lines'] {
  if (!description.lines) return null
  return [...importable.values()].map((field) => ({
    name: field.name,
    label: labelText(field.label),
    required: isRequired(field),
  }))
}

/** The plain titles by which a row of titles is recognized. A synonym that is also a value, as 学校, is left out. */
function headerWords(resource: Titled, memory: Memory): Set<string> {
  const values = optionTitles(resource)
  const synonyms = [...synonymTitles(resource).keys()].filter((title) => !values.has(title))
  return new Set([...exactTitles(resource).keys(), ...synonyms, ...Object.keys(memory.chosen)])
}

type Found = Pick<ImportView['columns'][number], 'field' | 'counts'>

/**
 * The keys and modes that the user can choose. A key is proposed when it is unique in the table, or the id, or the
 * user's earlier choice. Fields whose values only count are never proposed: another table counts from 1 as well.
 */
async function choices(
  db: Db,
  actor: Actor,
  registered: RegisteredResource,
  memory: Memory,
  columns: readonly Found[],
): Promise<Pick<ImportView, 'keys' | 'modes'>> {
  const { resource } = registered
  const may = fileRights(resource.description, mayImport(actor, registered))
  const modes = (['both', 'add', 'update'] as const).filter(
    (one) => (one === 'update' || may.add) && (one === 'add' || may.edit),
  )
  const possible = possibleKeys(resource)
  const needed = needsKeys(resource)
  if (resource.description.lines)
    return { keys: { proposed: [], remembered: false, possible, unique: [], needed }, modes }
  const unique = await uniqueKeys(db, resource, possible)
  const trusted = new Set(columns.flatMap(({ field, counts }) => (field === null || counts ? [] : [field])))
  const usable = (key: readonly string[]) => key.length > 0 && key.every((name) => trusted.has(name))
  const chosen = memory.keys?.every((name) => possible.includes(name)) ? memory.keys : []
  const remembered = usable(chosen)
  const proposed = remembered ? chosen : ([...unique, [ID]].find(usable) ?? [])
  return { keys: { proposed, remembered, possible, unique, needed }, modes }
}
