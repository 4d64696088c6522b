import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { inEachLanguage, type Said } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { rowId } from '#src/lib/number-rules.ts'
import { isShown } from '#src/resource/cross-checks.ts'
import type { Field } from '#src/resource/description.ts'
import { isRequired, relationTarget } from '#src/resource/field-traits.ts'
import { blankValue, isBlank } from '#src/resource/form-values.ts'
import { staticDefault } from '#src/resource/importable.ts'
import type { Actor } from '../access/actor.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { storedFieldSchema } from '../fields/server-form.server.ts'
import { isBlankRow, type SheetCell, type SheetRow } from '../sheet/cell.ts'
import { cellReader, isBlankCell } from './cell-reader.server.ts'
import type { CellReader, Reading } from './cell-readers.server.ts'
import type { Notice } from './cell-text.ts'
import { emptyValue, neededColumns } from './import-fields.server.ts'
import { type FoundNames, Names } from './names.server.ts'
import type { ImportPlan } from './plan.server.ts'

/** An interpreted row of a file. */
export type ReadRow = {
  row: number
  /** By column of the table. A column without a value in the file is missing here. */
  values: Record<string, unknown>
  /** By field: the message in each language, and the text of the cell. */
  errors: Record<string, [sentence: Said, shown: string]>
  /** The name of a parent that is not a row of the table. It may be a row of the file. */
  parent?: string
  /** By column: the rows that a name may mean. If the stored value is one of them, it decides. */
  choices?: Record<string, readonly FoundNames[]>
  /** By field: for these names the content of the cell, and the candidates in words. */
  unclear?: Record<string, [shown: string, candidates: string]>
  /**
   * By column: the value of a field that the row's other values hide. The form stores it when it hides the field. A row
   * whose field is hidden already keeps what it has.
   */
  hidden?: Record<string, unknown>
  /** Values that were read although they may not be what the user means. */
  notices?: (Notice & { field: string })[]
}

export type ReadContext = {
  db: Db
  actor: Actor
  resource: Resource
  plan: ImportPlan
  timeZone: string
}

/** Maximum characters that are stored of a cell that is wrong. */
const SHOWN = 1_000

/** Reads the rows below the titles in batches. Rows without content in the mapped columns are left out. */
export async function* readRows(
  context: ReadContext,
  batches: AsyncIterable<readonly SheetRow[]>,
): AsyncGenerator<ReadRow[]> {
  const columns = mappedColumns(context)
  for await (const batch of batches) {
    const rows = batch.filter((row) => row.row > context.plan.header && saysSomething(row, columns))
    if (rows.length > 0) yield await understand(context, columns, rows)
  }
}

type MappedColumn = {
  at: number
  name: string
  column: string
  isKey: boolean
  /** Every line of the file needs a value here. */
  needed: boolean
  alwaysFilled: boolean
  /** Undefined for the id. */
  field: Field | undefined
  read: CellReader
  schema: v.GenericSchema
  names: Names | undefined
}

function mappedColumns({ db, actor, resource, plan, timeZone }: ReadContext): MappedColumn[] {
  const needed = new Set(neededColumns(resource))
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
      needed: needed.has(name),
      alwaysFilled: resource.columns[name]?.notNull === true,
      read: field
        ? cellReader(field, timeZone, name === resource.description.rowTitle, resource.readers?.[name]?.read)
        : readNumber,
      // Required fields are checked later, when it is known whether the row is new.
      schema: field ? storedFieldSchema({ ...field, required: false }) : rowId,
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
    const { notice } = readings[index] ?? {}
    if (notice && !('error' in said)) result.notices = [...(result.notices ?? []), { ...notice, field: column.name }]
    if ('value' in said) byName[column.name] = said.value
    else if ('error' in said) result.errors[column.name] = wrongCell(context, column, cells[column.at])
    else if ('parent' in said) result.parent = said.parent
    else {
      result.choices = { ...result.choices, [column.column]: said.choices }
      result.unclear = { ...result.unclear, [column.name]: [said.name, said.candidates] }
    }
  }
  for (const { name, column, field, isKey, alwaysFilled } of columns) {
    if (!(name in byName)) continue
    if (!field || isKey || !isHidden(field, byName)) {
      result.values[column] = byName[name]
      continue
    }
    const value = hiddenValue(field)
    if (value !== null || !alwaysFilled) result.hidden = { ...result.hidden, [column]: value }
  }
  return result
}

/** Why a cell is invalid, in each language: the reader of the returned file may use another language. */
function wrongCell(context: ReadContext, column: MappedColumn, cell: SheetCell | undefined): [Said, string] {
  const sentence = inEachLanguage(() => {
    const meaning = checked(column, meaningOf(context, column, readingOf(cell, column.read)))
    return meaning && 'error' in meaning ? meaning.error : ''
  })
  return [sentence, (cell?.text ?? '').slice(0, SHOWN)]
}

/** The meaning of a cell: a value, an error message, the name of a row of the file, or several possible rows. */
type Meaning =
  | { value: unknown }
  | { error: string }
  | { parent: string }
  | { choices: readonly FoundNames[]; name: string; candidates: string }

function meaningOf(context: ReadContext, column: MappedColumn, reading: Reading | undefined): Meaning | undefined {
  if (reading === undefined) return blankMeaning(column, context.plan)
  return 'names' in reading ? namedMeaning(column, reading.names, context.resource) : reading
}

function checked(column: MappedColumn, meaning: Meaning | undefined): Meaning | undefined {
  if (!meaning || !('value' in meaning)) return meaning
  if (meaning.value === null && column.field && isUuid(column.field)) return meaning
  const result = v.safeParse(column.schema, meaning.value)
  return result.success ? { value: result.output } : { error: result.issues[0].message }
}

/** The meaning of an empty cell: no change, a cleared value, or an error. */
function blankMeaning({ field, isKey, needed, alwaysFilled }: MappedColumn, plan: ImportPlan): Meaning | undefined {
  // A row without its key cannot be identified. A row without its id is new.
  if (needed) return { error: m.rule_required() }
  if (isKey) return field ? blankKey(field, alwaysFilled && plan.keys.length > 1) : undefined
  if (!field || plan.blank === 'keep' || !isBlank(blankValue(field))) return undefined
  if (isRequired(field)) return { error: m.rule_required() }
  const value = emptyOf(field)
  // A column that must hold a value keeps its current one.
  return value === null && alwaysFilled ? undefined : { value }
}

/** One of several keys may be a text that is empty in most rows, and tells the others apart. */
function blankKey(field: Field, mayBeEmpty: boolean): Meaning {
  const value = emptyOf(field)
  return mayBeEmpty && value === '' && !isRequired(field) ? { value } : { error: m.import_keyEmpty() }
}

function emptyOf(field: Field | undefined): unknown {
  return field && !isUuid(field) ? emptyValue(field) : null
}

/** An empty text is no value of a column for UUIDs. */
function isUuid(field: Field): boolean {
  return 'rule' in field && field.rule === 'uuid'
}

function isHidden(field: Field, values: Record<string, unknown>): boolean {
  return field.showWhen !== undefined && field.showWhen.field in values && !isShown(field, values)
}

/** The value that the form gives to a field as it hides it: the default, else the empty value. */
function hiddenValue(field: Field): unknown {
  return staticDefault(field) ?? emptyValue(field)
}

/** The rows that names refer to. The first name is the whole text, the others are its parts. */
function namedMeaning(
  { names, field, name }: MappedColumn,
  [whole = '', ...parts]: readonly string[],
  { description }: Resource,
): Meaning {
  const matchesOf = (one: string) => names?.of(one) ?? []
  if (field && relationTarget(field)?.many) {
    const wanted = matchesOf(whole).length === 0 && parts.length > 0 ? parts : [whole]
    const unknown = wanted.find((one) => matchesOf(one).length === 0)
    if (unknown !== undefined) return { error: m.import_cellUnknown({ name: unknown }) }
    const unclear = wanted.find((one) => matchesOf(one).length > 1)
    if (unclear !== undefined)
      return { error: m.import_cellAmbiguous({ name: unclear, candidates: names?.candidates(unclear) ?? '' }) }
    return { value: wanted.flatMap(matchesOf) }
  }
  const matches = matchesOf(whole)
  if (matches.length > 1) return { choices: matches, name: whole, candidates: names?.candidates(whole) ?? '' }
  if (matches.length === 1) return { value: matches[0] }
  return description.tree && name === 'pid' ? { parent: whole } : { error: m.import_cellUnknown({ name: whole }) }
}
