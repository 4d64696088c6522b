import { textRules } from '#src/lib/rules.ts'
import type { RuntimeDescription } from '#src/resource/description-schema.ts'
import { isBlankRow, type SheetCell, type SheetRow } from '#src/server/sheet/cell.ts'
import type { Design } from './design.schema.ts'
import { both, type RuntimeField } from './propose-field.server.ts'
import { fieldNameOf, keyOf, titleFromName } from './propose-names.server.ts'

/** Rows that are looked at. What comes behind them is checked when the file is imported. */
export const ROWS_READ = 20_000
/** A column with at most so many values, each of them often, is a choice. */
const MOST_OPTIONS = 12
const OFTEN = 3
const MOST_FIELDS = 200
/** A text from this length on has several lines in the form. */
const LONG_TEXT = 120

/** What a cell is, as far as it decides the type of a field. */
type CellKind = SheetCell['kind'] | 'whole' | 'decimal' | 'truth'

/** What the cells of one column hold. */
type Seen = {
  title: string
  filled: number
  texts: Map<string, number>
  longest: number
  decimals: number
  lines: boolean
  kinds: Set<CellKind>
}

/** Collects what the columns of a sheet hold, row by row. */
export class ColumnsSeen {
  readonly #columns: Seen[]
  #rows = 0

  constructor(titles: readonly string[]) {
    this.#columns = titles.slice(0, MOST_FIELDS).map((title) => ({
      title: title.trim(),
      filled: 0,
      texts: new Map(),
      longest: 0,
      decimals: 0,
      lines: false,
      kinds: new Set(),
    }))
  }

  get rows(): number {
    return this.#rows
  }

  add(row: SheetRow): void {
    if (isBlankRow(row)) return
    this.#rows += 1
    const { cells } = row
    for (const [at, column] of this.#columns.entries()) {
      const cell = cells[at]
      const text = cell?.text.trim() ?? ''
      if (!cell || text === '') continue
      column.filled += 1
      column.longest = Math.max(column.longest, text.length)
      column.lines ||= text.includes('\n')
      if (column.texts.size < ROWS_READ) column.texts.set(text, (column.texts.get(text) ?? 0) + 1)
      column.kinds.add(kindOf(cell, text))
      column.decimals = Math.max(column.decimals, /\.(\d+)$/.exec(text)?.[1]?.length ?? 0)
    }
  }

  /** The columns with a title or with values, in their order. */
  get filled(): readonly Seen[] {
    return this.#columns.filter(({ title, filled }) => title !== '' || filled > 0)
  }
}

/** The fields that a workbook has in its columns, as a design. @param name of the file, for the title of the screen */
export function proposeFromSheet(seen: ColumnsSeen, name: string): Design {
  const names = new Set<string>()
  const columns: Design['columns'] = {}
  const fields = seen.filled.map((column, at): RuntimeField => {
    const field = fieldNameOf(column.title, at + 1, names)
    names.add(field)
    const made = fieldOf(column, field, seen.rows)
    const different = column.filled === seen.rows && column.texts.size === seen.rows && seen.rows > 1
    if (different && made.type === 'text' && made.required) columns[field] = { unique: true }
    return made
  })
  const texts = fields.filter((field) => field.type === 'text' && !field.multiline)
  const rowTitle = titleOf(texts, columns) ?? fields[0]?.name ?? ''
  const title = titleFromName(name.replace(/\.\w{2,4}$/, ''))
  const key = keyOf(title)
  const description: RuntimeDescription = {
    key,
    menu: '',
    title: both(title),
    rowTitle,
    fields,
    quickSearch: texts.slice(0, 4).map((field) => field.name),
    sorts: [...new Set([rowTitle, ...Object.keys(columns)])],
    defaultOrder: 'id,desc',
  }
  return { tableName: `res_${key.replaceAll('-', '_')}`, scopeField: null, icon: '', description, columns }
}

/** The field that names a row: one that is called so, else the first text that is no code. */
function titleOf(texts: readonly RuntimeField[], columns: Design['columns']): string | undefined {
  const called = texts.find(({ label }) => /\b(name|title)\b|名称|姓名|名字|标题/i.test(label['zh-cn']))
  return (called ?? texts.find(({ name }) => !columns[name]) ?? texts[0])?.name
}

function fieldOf(column: Seen, name: string, rows: number): RuntimeField {
  const { kinds, texts, filled } = column
  const label = both(column.title === '' ? name : column.title.slice(0, 200))
  const common = { name, label, ...(filled === rows && rows > 0 ? { required: true } : {}) }
  const only = (...allowed: readonly CellKind[]) => kinds.size > 0 && [...kinds].every((kind) => allowed.includes(kind))
  if (only('boolean', 'truth')) return { name, label, type: 'switch' }
  if (only('date')) return { ...common, type: 'date' }
  if (only('date', 'datetime')) return { ...common, type: 'datetime' }
  if (only('time')) return { ...common, type: 'time' }
  if (only('whole') && isYear(texts)) return { ...common, type: 'year' }
  if (only('whole')) return { ...common, type: 'integer' }
  if (only('whole', 'decimal'))
    return { ...common, type: 'number', decimals: Math.min(10, Math.max(2, column.decimals)) }
  const options = [...texts.keys()]
  const few = options.length > 0 && options.length <= MOST_OPTIONS && filled >= options.length * OFTEN
  if (few && column.longest <= 40)
    return { ...common, type: 'select', options: options.map((value) => ({ value, label: both(value) })) }
  const rule = ruleOf(column)
  const long = column.lines || column.longest > LONG_TEXT
  return {
    ...common,
    type: 'text',
    max: roomFor(column.longest),
    ...(rule ? { rule } : {}),
    ...(long ? { multiline: true, list: { hidden: true } } : {}),
  }
}

/** The length that a field gets: the next of the usual ones above the longest text. */
function roomFor(longest: number): number {
  return [20, 50, 100, 200, 500, 1000, 2000, 5000, 20_000].find((most) => longest <= most) ?? 100_000
}

/** A rule that all values meet and that says more than their type. */
function ruleOf({ texts }: Seen): 'email' | 'mobile' | undefined {
  if (texts.size === 0) return undefined
  const meet = (rule: 'email' | 'mobile') => [...texts.keys()].every((text) => textRules[rule].pattern.test(text))
  if (meet('email')) return 'email'
  return meet('mobile') ? 'mobile' : undefined
}

function isYear(texts: ReadonlyMap<string, number>): boolean {
  return texts.size > 0 && [...texts.keys()].every((text) => /^(19|20)\d\d$/.test(text))
}

const TRUTHS = ['是', '否', 'yes', 'no', 'true', 'false']

/** What a cell is. Numbers are told from texts of digits: a number of a student begins with zeros, or is too long. */
function kindOf(cell: SheetCell, text: string): CellKind {
  if (cell.kind !== 'number' && cell.kind !== 'text') return cell.kind
  if (TRUTHS.includes(text.toLowerCase())) return 'truth'
  if (/^-?(0|[1-9]\d{0,14})$/.test(text)) return 'whole'
  if (/^-?(0|[1-9]\d{0,14})\.\d{1,10}$/.test(text)) return 'decimal'
  const day = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$/.test(text)
  if (cell.kind === 'text' && day) return 'date'
  return 'text'
}
