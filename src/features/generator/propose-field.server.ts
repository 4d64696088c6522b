import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import type { RuntimeDescription } from '#src/resource/description-schema.ts'
import { fieldSchema } from '#src/resource/field-schema.ts'
import { ROW_ID } from '#src/server/crud/id-column.server.ts'
import { baseIn } from './base-columns.server.ts'
import { type CheckRule, rulesOfCheck } from './check-rules.server.ts'
import { readComment } from './dictionary.ts'
import { holdsIds } from './follow-key.server.ts'
import { relationTitle, sharedPrefix, titleFromName, wordsOf } from './propose-names.server.ts'
import { hasWholes, type ReadColumn, type ReadTable } from './table-read.server.ts'

export type RuntimeField = RuntimeDescription['fields'][number]
/** What becomes of a column: a field, a note, or both. */
export type Proposal = { field?: RuntimeField; note?: string }

const TEXTS = ['text', 'varchar', 'bpchar', 'citext', 'name']
const DECIMALS = ['numeric', 'float4', 'float8']
const LARGEST: Readonly<Record<string, number>> = { int2: 32_767, int4: 2_147_483_647 }
/** Comments up to this length are titles; longer ones are help texts. */
const TITLE = 40

/** What a column's name, comment, checks and table say of it. */
type Facts = {
  column: ReadColumn
  /** The last word of its name. */
  last: string
  words: readonly string[]
  rules: readonly CheckRule[]
  choices: { value: string; label: string }[]
  resource: string | undefined
  followed?: string
}

const NOW = /^(now\(\)|current_timestamp|localtimestamp|clock_timestamp\(\))$/i
/** A column without a time zone that begins so holds moments in UTC. */
const NOW_IN_UTC =
  /^\(?(timezone\('utc'(::text)?, (now\(\)|current_timestamp)\)|(now\(\)|current_timestamp) at time zone 'utc'(::text)?)\)?$/i

/** Fields whose empty value is no value at all, which a column with a default may refuse. */
const NULL_WHEN_EMPTY = new Set(['integer', 'number', 'year', 'select', 'relation', 'date', 'datetime', 'time', 'json'])

/** Whether the database always fills a column by itself: with what it computes, or with the next number. */
function isFilled({ generated, identity, default: start }: ReadColumn): boolean {
  return generated !== null || identity !== null || (start?.startsWith('nextval(') ?? false)
}

/** Whether the database gives each row a value. */
export function fillsItself(column: ReadColumn): boolean {
  return column.default !== null || column.identity !== null || column.generated !== null
}

/** Whether a column looks like one that holds secrets. Nobody is shown these, and the history leaves them out. */
export function looksSecret({ name, type }: Pick<ReadColumn, 'name' | 'type'>): boolean {
  return (
    TEXTS.includes(type) &&
    /^(.+_)?(password|passwd|pwd|passphrase|secret)(_?(hash|salt|digest))?$|^(salt|(api|secret|private)_?key)$|^(.+_)?(access|refresh|auth|authentication|session|remember|reset|password|confirmation|unlock|invitation|api|private)_?token$/.test(
      wordsOf(name).join('_'),
    )
  )
}

/**
 * Proposes a field for a column.
 * @param own the key of the resource that the table will have
 * @param followed the resource whose rows the column points to by keys
 */
export function proposeField(
  column: ReadColumn,
  name: string,
  table: ReadTable,
  own: string,
  followed?: string,
): Proposal {
  const facts = { ...factsOf(column, table, own), ...(followed === undefined ? {} : { followed }) }
  const needed = !column.nullable && !fillsItself(column)
  const left = (why: string): Proposal => ({ note: needed ? m.crudTable_needed({ why }) : why })
  if (looksSecret(column)) return { note: needed ? m.crudTable_secretNeeded() : m.crudTable_secret() }
  const kind = kindOf(facts)
  if (!kind) return left(m.crudTable_noKind({ type: column.written }))
  // A list without entries is a value.
  const isList = kind.type === 'texts' || ('multiple' in kind && kind.multiple)
  const { title } = readComment(column.comment)
  const isTitle = title !== '' && [...title].length <= TITLE
  const label = apartFromOurs(isTitle ? both(title) : labelOf(column, kind, table))
  const field: RuntimeField = {
    name,
    label,
    ...kind,
    ...(title === '' || isTitle ? {} : { help: both(title.slice(0, 200)) }),
    ...(!isList && (needed || (!column.nullable && NULL_WHEN_EMPTY.has(kind.type))) ? { required: true } : {}),
    ...(needed && kind.type === 'switch' ? { default: 0 } : {}),
    ...(isFilled(column) || isStamp(facts) ? { readOnly: true } : {}),
    ...(column.name === 'id' || (table.primary.includes(column.name) && table.primary.length === 1)
      ? { addOnly: true }
      : {}),
  }
  const reference = table.references.find(({ columns }) => columns.length === 1 && columns[0] === column.name)
  const isUnseen = reference && !(facts.followed ?? facts.resource)
  const unseen = isUnseen ? m.crudTable_refers({ table: reference.table ?? '?' }) : undefined
  if (field.readOnly) delete field.required
  // A default that is a key is no id.
  const begun = followed === undefined ? withDefault(field, column) : field
  return { field: begun, ...(unseen === undefined ? {} : { note: unseen }) }
}

/** Lists have the ids of the product under ID, so the own one of a row has another title. */
function labelOf({ name: whole }: ReadColumn, { type }: Kind, table: ReadTable): ReturnType<typeof both> {
  const prefix = prefixOf(table).length
  const name = whole.slice(prefix)
  if (whole !== 'id') {
    const there = table.references.find(({ columns }) => columns.length === 1 && columns[0] === whole)?.table ?? ''
    const title = titleFromName(name)
    if (type !== 'relation') return both(title)
    const short = relationTitle(name, there.slice(there.indexOf('.') + 1))
    const isTaken = table.columns.some((one) => titleFromName(one.name.slice(prefix)) === short)
    return both(isTaken ? title : short)
  }
  return { 'zh-cn': m.crudTable_ownId({}, { locale: 'zh-cn' }), en: m.crudTable_ownId({}, { locale: 'en' }) }
}

/** The titles of what every list has beside its fields, in the choice of columns and in filters. */
const OURS = [m.list_id, m.list_createTime, m.list_createBy, m.list_updateTime, m.list_updateBy]

/** A label that none of these has. */
function apartFromOurs(label: ReturnType<typeof both>): ReturnType<typeof both> {
  const apart = (locale: keyof typeof label) => {
    const title = label[locale]
    const isOurs = OURS.some((ours) => ours({}, { locale }).toLowerCase() === title.toLowerCase())
    return isOurs ? m.crudTable_ownTitle({ title }, { locale }) : title
  }
  return { 'zh-cn': apart('zh-cn'), en: apart('en') }
}

/** What the names of all columns begin with, besides those that the product has added. */
function prefixOf(table: ReadTable): string {
  const base = baseIn(table)
  const own = table.columns.filter(({ name }) => !base.has(name) && !['id', ROW_ID, 'search_grams'].includes(name))
  return sharedPrefix(own.map(({ name }) => name))
}

const knownRules = new WeakMap<ReadTable['checks'], CheckRule[]>()

/** The rules of a table's checks. Every column asks for them, so they are read once. */
function rulesOf({ checks }: ReadTable): CheckRule[] {
  const rules = knownRules.get(checks) ?? checks.flatMap(({ expression }) => rulesOfCheck(expression))
  knownRules.set(checks, rules)
  return rules
}

function factsOf(column: ReadColumn, table: ReadTable, own: string): Facts {
  const words = wordsOf(column.name)
  const rules = [
    ...rulesOf(table).filter((rule) => rule.column === column.name),
    ...column.checks.flatMap(rulesOfCheck).filter((rule) => rule.column.toLowerCase() === 'value'),
  ]
  const named = new Map(readComment(column.comment).options.map(({ value, label }) => [value, label]))
  const listed = rules.flatMap((rule) => (rule.kind === 'values' ? [rule.values] : []))
  const values = column.labels ?? listed[0] ?? [...named.keys()]
  const choices = values.slice(0, 500).map((value) => ({ value, label: named.get(value) ?? value }))
  const reference = table.references.find(({ columns }) => columns.length === 1 && columns[0] === column.name)
  const isSelf = reference?.table === table.name && holdsIds(table, reference.targets[0] ?? '')
  const resource = reference && ((isSelf ? own : reference.resource) ?? undefined)
  return { column, last: words.at(-1) ?? '', words, rules, choices, resource }
}

type Kind = RuntimeField extends infer TField
  ? TField extends RuntimeField
    ? Omit<TField, 'name' | 'label'>
    : never
  : never

function kindOf(facts: Facts): Kind | undefined {
  const { type, labels } = facts.column
  if (facts.followed !== undefined) return { type: 'relation', resource: facts.followed }
  if (labels) return selectOf(facts)
  if (type === 'bool') return { type: 'switch' }
  if (hasWholes(facts.column)) return wholeKind(facts)
  if (DECIMALS.includes(type)) return decimalKind(facts)
  if (TEXTS.includes(type)) return textKind(facts)
  if (type === 'uuid') return { type: 'text', rule: 'uuid' }
  if (['text[]', 'varchar[]'].includes(type)) return listKind(facts)
  if (type === 'date') return { type: 'date' }
  if (type === 'timestamptz') return { type: 'datetime' }
  if (type === 'timestamp')
    return NOW_IN_UTC.test(facts.column.default ?? '') ? { type: 'datetime' } : { type: 'datetime', zoneless: true }
  if (type === 'time') return { type: 'time', seconds: true }
  if (type === 'json' || type === 'jsonb') return { type: 'json' }
  return undefined
}

function wholeKind(facts: Facts): Kind {
  const { column, choices, last, resource, rules } = facts
  if (resource !== undefined) return { type: 'relation', resource }
  const isFlag =
    choices.length === 2 && choices.every(({ value, label }) => ['0', '1'].includes(value) && value === label)
  if ((last === 'switch' || isFlag) && column.type !== 'int8') return { type: 'switch' }
  if (choices.length > 0 && choices.every(({ value }) => /^-?\d{1,15}$/.test(value))) return selectOf(facts)
  const limits = limitsOf(rules, 1, wholeLimits(column))
  if (last === 'year' && (limits.min ?? 0) < 10_000) {
    return { type: 'year', min: 1000, max: 9999, ...limitsOf(rules, 1, {}) }
  }
  return { type: 'integer', ...limits }
}

/** The limits of a type of whole numbers. */
export function wholeLimits({ type }: Pick<ReadColumn, 'type'>): { min?: number; max?: number } {
  const most = LARGEST[type]
  return most === undefined ? {} : { min: -most - 1, max: most }
}

function decimalKind({ column: { precision, scale, type }, rules }: Facts): Kind | undefined {
  if (scale !== null && scale > 20) return undefined
  const decimals = scale === null ? (type === 'float4' ? 10 : 17) : Math.max(0, scale)
  const step = 10 ** -decimals
  // More digits than a number holds exactly have no limit of their own: the database refuses what is too long.
  const whole = precision !== null && precision <= 15 ? 10 ** (precision - (scale ?? 0)) - step : undefined
  const most =
    whole === undefined ? {} : { min: -Number(whole.toFixed(decimals)), max: Number(whole.toFixed(decimals)) }
  return { type: 'number', decimals, ...limitsOf(rules, step, most) }
}

/** The limits of the checks, within those of the type. A value that is excluded itself moves the limit by one step. */
function limitsOf(rules: readonly CheckRule[], step: number, most: { min?: number; max?: number }) {
  const limits = { ...most }
  for (const rule of rules) {
    if (rule.kind === 'min') limits.min = Math.max(limits.min ?? rule.value, rule.value + (rule.open ? step : 0))
    if (rule.kind === 'max') limits.max = Math.min(limits.max ?? rule.value, rule.value - (rule.open ? step : 0))
  }
  return limits
}

function textKind(facts: Facts): Kind {
  const { column, choices, last, words, rules } = facts
  if (choices.length > 0) return selectOf(facts)
  const lengths = rules.flatMap((rule) => (rule.kind === 'length' ? [rule.max] : []))
  const max = Math.min(column.length ?? Number.POSITIVE_INFINITY, ...lengths, column.type === 'name' ? 63 : 100_000)
  const limit = max < 100_000 && max >= 0 ? { max } : {}
  const isLong = column.type === 'text' || max >= 500
  if (isLong && ['content', 'editor', 'html'].includes(last)) return { type: 'editor', list: { never: true } }
  if (last === 'icon' && max >= 20) return { type: 'icon' }
  if (['color', 'colour'].includes(last) && max >= 7) return { type: 'color' }
  if (['image', 'avatar', 'photo', 'picture', 'logo'].includes(last) && max >= 100) return { type: 'image' }
  if (last === 'file' && max >= 100) return { type: 'file' }
  if (last === 'city' && max === 6) return { type: 'area' }
  const isRemark = /^(textarea|description|remarks?|notes?|memo|comments?|summary|bio|body|text|content|address)$/.test(
    last,
  )
  const isLines = last === 'textarea' || (isRemark && (isLong || max >= 200)) || (max >= 500 && max < 100_000)
  if (isLines) return { type: 'text', ...limit, multiline: true, list: { hidden: true } }
  return { type: 'text', ...limit, ...(words.at(-1) === 'email' ? { rule: 'email' as const } : {}) }
}

function listKind(facts: Facts): Kind {
  const { last, choices } = facts
  if (choices.length > 0) return { ...selectOf(facts), multiple: true }
  if (['images', 'avatars', 'photos', 'pictures'].includes(last)) return { type: 'image', multiple: true }
  if (last === 'files') return { type: 'file', multiple: true }
  return { type: 'texts', maxItems: 100, max: 500 }
}

function selectOf({ column, choices }: Facts) {
  const isNumber = hasWholes(column)
  const options = choices.map(({ value, label }) => ({
    value: isNumber ? Number(value) : value,
    label: both(label || '-'),
  }))
  return { type: 'select' as const, options }
}

/** Times that other programs keep by themselves are shown, not edited. */
function isStamp({ column, words }: Facts): boolean {
  if (column.type !== 'timestamptz' || column.default === null) return false
  return /^((last_?)?(updated?|modified|changed)|created?)(_?(at|on|date|time))?$|^(last_update)$/.test(words.join('_'))
}

/** The field with the default of its column, when forms can begin with it. */
function withDefault(field: RuntimeField, { default: expression }: ReadColumn): RuntimeField {
  const value = expression === null || field.readOnly ? undefined : defaultOf(field.type, expression.trim())
  if (value === undefined) return field
  if (typeof value === 'object') return { ...field, default: value }
  if (field.type === 'select') {
    const option = field.options.find((one) => String(one.value) === String(value))
    return option && !field.multiple ? { ...field, default: option.value } : field
  }
  // Seam: a proposed field has the shape of the type; only its optional properties are declared differently.
  return v.is(fieldSchema(field as Field), value) ? { ...field, default: value } : field
}

function defaultOf(
  type: RuntimeField['type'],
  expression: string,
): string | number | { dynamic: 'today' | 'now' } | undefined {
  if (type === 'date' && /^\(?(current_date|now\(\)|current_timestamp)(\)?::date)?\)?$/i.test(expression))
    return { dynamic: 'today' }
  if (type === 'datetime' && (NOW.test(expression) || NOW_IN_UTC.test(expression))) return { dynamic: 'now' }
  if (type === 'switch' && /^'?(true|false|0|1)'?(::\w+)?$/.test(expression)) return /true|1/.test(expression) ? 1 : 0
  const [, text, number] =
    /^(?:'((?:[^']|'')*)'|\(?(-?\d+(?:\.\d+)?)\)?)(?:::[\w ."]+(?:\(\d+(?:,\d+)?\))?)?$/.exec(expression) ?? []
  const given = text?.replaceAll("''", "'") ?? number
  if (given === undefined) return undefined
  return ['integer', 'number', 'year'].includes(type) ? Number(given) : given
}

export function both(text: string) {
  return { 'zh-cn': text, en: text }
}
