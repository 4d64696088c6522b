import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { fileRights, ID } from '#src/resource/importable.ts'
import type { Actor } from '../access/actor.server.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { AppError } from '../errors.server.ts'
import type { SheetRow } from '../sheet/cell.ts'
import { openSheet } from '../sheet/sheet-file.server.ts'
import { encodings } from '../sheet/text-file.server.ts'
import { bestSheet } from './best-sheet.server.ts'
import { doubts, guessMapping } from './guess-mapping.server.ts'
import { guessHeader, HEAD_ROWS, headerTitles } from './header.server.ts'
import { possibleKeys } from './import-fields.server.ts'
import { importFile } from './import-files.server.ts'
import { type ImportRecord, type Memory, readMemory, sameContent } from './import-store.server.ts'
import { countsUp } from './numbering.ts'
import { planSchema } from './plan.server.ts'
import { mayImport } from './rights.server.ts'
import { exactTitles, optionTitles, synonymTitles, type Titled } from './titles.server.ts'
import { uniqueKeys } from './unique-keys.server.ts'

/** Maximum sample values shown for a column. */
const SAMPLES = 4
/** Rows shown above titles that are not among the first rows. */
const ABOVE = 5
/** Maximum characters shown of a cell. */
const SHOWN = 120

const mode = v.picklist(['both', 'add', 'update'])

/** The facts about a file by which the user decides how to read it. */
export const importViewSchema = v.object({
  id: v.number(),
  fileName: v.string(),
  size: v.number(),
  format: v.picklist(['xlsx', 'csv']),
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
    }),
  ),
  keys: v.object({
    /** Empty when the user has to choose. */
    proposed: v.array(v.string()),
    /** The proposal is the user's earlier choice. */
    remembered: v.boolean(),
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

export type AskedView = { sheet?: number; header?: number }

/** Reads the beginning of a sheet and guesses its meaning. */
export async function viewImport(
  { db, files, actor, registered }: { db: Db; files: string; actor: Actor; registered: RegisteredResource },
  record: ImportRecord,
  asked: AskedView,
): Promise<ImportView> {
  const { resource } = registered
  const { facts } = record
  if (record.storedAs === '') throw new AppError(404, m.import_expired())
  const sheets = facts.format === 'xlsx' ? facts.sheets : [{ name: record.fileName, hidden: false }]
  const memory = await readMemory(db, actor.id, resource.description.key)
  const known = headerWords(resource, memory)
  const path = importFile(files, record.storedAs)
  const sheet = asked.sheet ?? (facts.format === 'xlsx' ? await bestSheet(path, sheets, known) : 0)
  const source = await openSheet(path, facts, sheet)
  try {
    const { head, above } = await headOf(source.read(), asked.header ?? 0)
    const header = asked.header ?? guessHeader(head.slice(0, HEAD_ROWS), known)
    const titles = headerTitles(head, header, source.merges)
    const below = head.filter(({ row }) => row > header)
    const columns = titles.map((title, at) => ({ title, values: textsOf(below, at) }))
    const guesses = guessMapping(columns, resource, new Map(Object.entries(memory.chosen)))
    const found = columns.map(({ title, values }, at) => ({
      title,
      samples: [...new Set(values)].slice(0, SAMPLES),
      field: guesses[at]?.field ?? null,
      by: guesses[at]?.by ?? null,
      doubt: guesses[at]?.doubt ?? null,
      counts: countsUp(values),
    }))
    const { keys, modes } = await choices(db, actor, registered, memory, found)
    return {
      id: record.id,
      fileName: record.fileName,
      size: record.size,
      format: facts.format,
      sheets,
      sheet,
      header,
      encoding: facts.format === 'csv' ? { name: facts.encoding, guessed: facts.guessed } : null,
      head: around(head, header).map(({ row, cells }) => ({
        row,
        cells: Array.from(cells, (cell) => shown(cell?.text)),
      })),
      hiddenRows: source.hiddenRows,
      rows: Math.max(
        0,
        source.rows - (asked.header === undefined ? head.filter(({ row }) => row <= header).length : above),
      ),
      columns: found,
      keys,
      modes,
      mode: modes[0] ?? 'both',
      blank: 'keep',
      earlier: await sameContent(db, record),
    }
  } finally {
    source.close()
  }
}

/** The plain titles by which a row of titles is recognized. A synonym that is also a value, as 学校, is left out. */
function headerWords(resource: Titled, memory: Memory): Set<string> {
  const values = optionTitles(resource)
  const synonyms = [...synonymTitles(resource).keys()].filter((title) => !values.has(title))
  return new Set([...exactTitles(resource).keys(), ...synonyms, ...Object.keys(memory.chosen)])
}

/** The first rows, or the rows around a given title row, and the number of rows down to the titles. */
async function headOf(batches: AsyncGenerator<SheetRow[]>, header: number) {
  let rows: SheetRow[] = []
  let above = 0
  for await (const batch of batches) {
    rows.push(...batch)
    above += batch.filter(({ row }) => row <= header).length
    const last = rows.at(-1)?.row ?? 0
    if (rows.length >= HEAD_ROWS * 2 && last > header + HEAD_ROWS) break
    // Rows far above the titles are not shown. A large file must not fill the memory.
    if (last < header) rows = rows.slice(-HEAD_ROWS)
  }
  const from = Math.max(0, rows.findIndex(({ row }) => row >= header) - HEAD_ROWS)
  return { head: rows.slice(from, from + HEAD_ROWS * 3), above }
}

/** The rows that are shown: the first ones, or some above the titles and the others below. */
function around(head: readonly SheetRow[], header: number): SheetRow[] {
  const at = head.findIndex(({ row }) => row >= header)
  const from = at < HEAD_ROWS ? 0 : at - ABOVE
  return head.slice(from, from + HEAD_ROWS)
}

function textsOf(rows: readonly SheetRow[], column: number): string[] {
  return rows.map(({ cells }) => shown(cells[column]?.text)).filter((text) => text !== '')
}

function shown(text = ''): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
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
  const unique = await uniqueKeys(db, resource, possible)
  const trusted = new Set(columns.flatMap(({ field, counts }) => (field === null || counts ? [] : [field])))
  const usable = (key: readonly string[]) => key.length > 0 && key.every((name) => trusted.has(name))
  const chosen = memory.keys?.every((name) => possible.includes(name)) ? memory.keys : []
  const remembered = usable(chosen)
  const proposed = remembered ? chosen : ([...unique, [ID]].find(usable) ?? [])
  return { keys: { proposed, remembered, possible, unique }, modes }
}
