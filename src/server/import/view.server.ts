import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { fileRights } from '#src/resource/importable.ts'
import type { Actor } from '../access/actor.server.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { AppError } from '../errors.server.ts'
import type { SheetRow } from '../sheet/cell.ts'
import { openSheet } from '../sheet/sheet-file.server.ts'
import { guessHeader, HEAD_ROWS, headerTitles } from './header.server.ts'
import { possibleKeys } from './import-fields.server.ts'
import { importFile } from './import-files.server.ts'
import { type ImportRecord, type Memory, readMemory, sameContent } from './import-store.server.ts'
import { planSchema } from './plan.server.ts'
import { mayImport } from './rights.server.ts'
import { guessMapping, knownTitles } from './titles.server.ts'
import { uniqueKeys } from './unique-keys.server.ts'

/** Maximum sample values shown for a column. */
const SAMPLES = 4
/** Maximum characters shown of a cell. */
const SHOWN = 120

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
  /** The last import of the same content. Its user is null for callers that may not know that user. */
  earlier: v.nullable(
    v.object({
      time: v.string(),
      by: v.nullable(v.string()),
      undone: v.boolean(),
      counts: v.record(v.string(), v.number()),
    }),
  ),
})

export type ImportView = v.InferOutput<typeof importViewSchema>

type Asked = { sheet?: number; header?: number }

/** Reads the beginning of a sheet and guesses its meaning. */
export async function viewImport(
  { db, files, actor, registered }: { db: Db; files: string; actor: Actor; registered: RegisteredResource },
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
  const source = await openSheet(importFile(files, record.storedAs), facts, sheet)
  try {
    const memory = await readMemory(db, actor.id, resource.description.key)
    const known = knownTitles(resource)
    const head = await headOf(source.read(), asked.header ?? 0)
    const header =
      asked.header ?? guessHeader(head.slice(0, HEAD_ROWS), new Set([...known.keys(), ...Object.keys(memory.columns)]))
    const titles = headerTitles(head, header, source.merges)
    const guesses = guessMapping(titles, resource, new Map(Object.entries(memory.columns)))
    const below = head.filter(({ row }) => row > header)
    return {
      id: record.id,
      fileName: record.fileName,
      size: record.size,
      format: facts.format,
      sheets,
      sheet,
      header,
      encoding: facts.format === 'csv' ? facts.encoding : null,
      head: head
        .slice(0, HEAD_ROWS)
        .map(({ row, cells }) => ({ row, cells: Array.from(cells, (cell) => shown(cell?.text)) })),
      hiddenRows: source.hiddenRows,
      rows: Math.max(0, source.rows - head.filter(({ row }) => row <= header).length),
      columns: titles.map((title, at) => ({
        title,
        samples: samplesOf(below, at),
        ...(guesses[at] ?? { field: null, by: null }),
      })),
      ...(await choices(
        db,
        actor,
        registered,
        memory,
        guesses.map((guess) => guess.field),
      )),
      earlier: await sameContent(db, actor, record),
    }
  } finally {
    source.close()
  }
}

/** The first rows, or the rows around a given title row. */
async function headOf(batches: AsyncGenerator<SheetRow[]>, header: number): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const batch of batches) {
    rows.push(...batch)
    const last = rows.at(-1)?.row ?? 0
    if (rows.length >= HEAD_ROWS * 2 && last > header + HEAD_ROWS) break
  }
  const from = Math.max(0, rows.findIndex(({ row }) => row >= header) - HEAD_ROWS)
  return rows.slice(from, from + HEAD_ROWS * 3)
}

function samplesOf(rows: readonly SheetRow[], column: number): string[] {
  const texts = rows.map(({ cells }) => shown(cells[column]?.text)).filter((text) => text !== '')
  return [...new Set(texts)].slice(0, SAMPLES)
}

function shown(text = ''): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
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
