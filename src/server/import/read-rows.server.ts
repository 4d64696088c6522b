import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { inEachLanguage, type Said } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { isShown } from '#src/resource/cross-checks.ts'
import type { Field } from '#src/resource/description.ts'
import { fieldSchema, isRequired } from '#src/resource/field-schema.ts'
import type { Actor } from '../access/actor.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { isBlankRow, type SheetCell, type SheetRow } from '../sheet/cell.ts'
import type { SheetSource } from '../sheet/sheet-file.server.ts'
import { type CellReader, cellReader, isBlankCell, type Reading } from './cell-reader.server.ts'
import { emptyValue } from './import-fields.server.ts'
import { type FoundNames, Names } from './names.server.ts'
import type { ImportPlan } from './plan.server.ts'

/** A row of a file as it was understood. */
export type ReadRow = {
  row: number
  /** By the table's columns; what the file does not say is not there. */
  values: Record<string, unknown>
  /** By field: the sentence, in each language, and what the cell shows. */
  errors: Record<string, [sentence: Said, shown: string]>
  /** What the parent is called, when it is no row of the table: perhaps one of the file. */
  parent?: string
  /** By column: the rows that a name may mean. What is stored decides, when it is one of them. */
  choices?: Record<string, readonly FoundNames[]>
}

export type ReadContext = {
  db: Db
  actor: Actor
  resource: Resource
  plan: ImportPlan
  timeZone: string
}

const BATCH = 100

/** Reads the rows below the titles, several at a time. Rows that say nothing in the columns that are read are left out. */
export async function* readRows(context: ReadContext, source: SheetSource): AsyncGenerator<ReadRow[]> {
  const columns = mappedColumns(context)
  let batch: SheetRow[] = []
  for await (const rows of source.read()) {
    batch.push(...rows.filter((row) => row.row > context.plan.header && saysSomething(row, columns)))
    if (batch.length < BATCH) continue
    yield await understand(context, columns, batch)
    batch = []
  }
  if (batch.length > 0) yield await understand(context, columns, batch)
}

type MappedColumn = {
  at: number
  name: string
  column: string
  isKey: boolean
  alwaysFilled: boolean
  /** Undefined for the row's own number. */
  field: Field | undefined
  read: CellReader
  schema: v.GenericSchema
  names: Names | undefined
}

function mappedColumns({ db, actor, resource, plan, timeZone }: ReadContext): MappedColumn[] {
  return plan.mapping.flatMap((name, at) => {
    if (name === null) return []
    const field = resource.importable.get(name)
    const relation = resource.relations?.[name]
    return {
      at,
      name,
      field,
      column: resource.columnName(name),
      isKey: plan.keys.includes(name),
      alwaysFilled: resource.column(name).notNull,
      read: field ? cellReader(field, timeZone) : readNumber,
      // Whether something must be there is asked where it is known whether the row is new.
      schema: field ? fieldSchema({ ...field, required: false }) : id,
      names: relation ? new Names(db, actor, relation) : undefined,
    }
  })
}

const readNumber: CellReader = (cell) => ({ value: cell.text.trim() })

function saysSomething(row: SheetRow, columns: readonly MappedColumn[]): boolean {
  return !isBlankRow(row) && columns.some(({ at }) => !isBlankCell(row.cells[at]))
}

async function understand(context: ReadContext, columns: readonly MappedColumn[], rows: readonly SheetRow[]) {
  const readings = rows.map(({ cells }) => columns.map(({ at, read }) => readingOf(cells[at], read)))
  await Promise.all(columns.map(({ names }, index) => names?.learn(readings.flatMap((row) => namesIn(row[index])))))
  return rows.map((row, at) => understood(context, columns, row, readings[at] ?? []))
}

function readingOf(cell: SheetCell | undefined, read: CellReader): Reading | undefined {
  return isBlankCell(cell) ? undefined : read(cell)
}

function namesIn(reading: Reading | undefined): string[] {
  return reading && 'names' in reading ? reading.names : []
}

function understood(
  context: ReadContext,
  columns: readonly MappedColumn[],
  { row, cells }: SheetRow,
  readings: readonly (Reading | undefined)[],
): ReadRow {
  const result: ReadRow = { row, values: {}, errors: {} }
  const byName: Record<string, unknown> = {}
  for (const [index, column] of columns.entries()) {
    const said = checked(column, meaningOf(context, column, readings[index]))
    if (said === undefined) continue
    if ('value' in said) byName[column.name] = said.value
    else if ('error' in said) result.errors[column.name] = wrongCell(context, column, cells[column.at])
    else if ('parent' in said) result.parent = said.parent
    else result.choices = { ...result.choices, [column.column]: said.choices }
  }
  for (const { name, column, field } of columns) {
    if (name in byName) result.values[column] = isHidden(field, byName) ? emptyOf(field) : byName[name]
  }
  return result
}

/** Why a cell is none: read again in each language, because who gets the file back may speak another one. */
function wrongCell(context: ReadContext, column: MappedColumn, cell: SheetCell | undefined): [Said, string] {
  const sentence = inEachLanguage(() => {
    const meaning = checked(column, meaningOf(context, column, readingOf(cell, column.read)))
    return meaning && 'error' in meaning ? meaning.error : ''
  })
  return [sentence, cell?.text ?? '']
}

/** What a cell comes to: a value, why it is none, the name of a row of the file, or several rows that it may mean. */
type Meaning = { value: unknown } | { error: string } | { parent: string } | { choices: readonly FoundNames[] }

function meaningOf(context: ReadContext, column: MappedColumn, reading: Reading | undefined): Meaning | undefined {
  if (reading === undefined) return blankMeaning(column, context.plan)
  return 'names' in reading ? namedMeaning(column, reading.names, context.resource) : reading
}

function checked(column: MappedColumn, meaning: Meaning | undefined): Meaning | undefined {
  if (!meaning || !('value' in meaning)) return meaning
  const result = v.safeParse(column.schema, meaning.value)
  return result.success ? { value: result.output } : { error: result.issues[0].message }
}

/** What an empty cell says: nothing, or that the value is to go. */
function blankMeaning({ field, isKey, alwaysFilled }: MappedColumn, plan: ImportPlan): Meaning | undefined {
  // Without its key a row is nobody; without its number it is a new one.
  if (isKey) return field ? { error: m.import_keyEmpty() } : undefined
  if (!field || plan.blank === 'keep' || field.type === 'switch') return undefined
  if (isRequired(field)) return { error: m.rule_required() }
  const value = emptyOf(field)
  // A column that always holds something keeps what it has.
  return value === null && alwaysFilled ? undefined : { value }
}

function emptyOf(field: Field | undefined): unknown {
  return field ? emptyValue(field) : null
}

/** A field that is not shown is empty, as in the form. */
function isHidden(field: Field | undefined, values: Record<string, unknown>): boolean {
  return field?.showWhen !== undefined && field.showWhen.field in values && !isShown(field, values)
}

/** The rows that names stand for: the first is the whole text, the others its parts. */
function namedMeaning(
  { names, field, name }: MappedColumn,
  [whole = '', ...parts]: readonly string[],
  { description }: Resource,
): Meaning {
  const matchesOf = (one: string) => names?.of(one) ?? []
  if (field?.type === 'relation' && field.multiple) {
    const wanted = matchesOf(whole).length === 0 && parts.length > 0 ? parts : [whole]
    const unknown = wanted.find((one) => matchesOf(one).length === 0)
    if (unknown !== undefined) return { error: m.import_cellUnknown({ name: unknown }) }
    const unclear = wanted.find((one) => matchesOf(one).length > 1)
    if (unclear !== undefined) return { error: m.import_cellAmbiguous({ name: unclear }) }
    return { value: wanted.flatMap(matchesOf) }
  }
  const matches = matchesOf(whole)
  if (matches.length > 1) return { choices: matches }
  if (matches.length === 1) return { value: matches[0] }
  return description.tree && name === 'pid' ? { parent: whole } : { error: m.import_cellUnknown({ name: whole }) }
}
