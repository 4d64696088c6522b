import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { instantFromDatabase } from '#src/db/decode.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { JsonObject } from '#src/lib/json.ts'
import { writtenJson } from '#src/lib/json-text.ts'
import { textRules } from '#src/lib/rules.ts'
import type { Field, FieldOf, FieldType, Option } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import { fileList, listText, named, pairsText } from '../export/export-lists.server.ts'
import { exactClock, exactMoment, exportDay } from '../export/export-moments.server.ts'
import { relationText } from '../export/export-relations.server.ts'
import {
  clockReader,
  dayReader,
  filesReader,
  instantReader,
  listReader,
  namesReader,
  numberReader,
  pairsReader,
  plainReader,
  selectReader,
  switchReader,
  timeReader,
  typedReader,
  yearReader,
} from '../import/cell-readers.server.ts'
import { kindOf } from '../list/filter-value.server.ts'
import { cleanHtml } from './clean-html.server.ts'
import type { ServerFieldType } from './field-type.server.ts'

const texts = ['text', 'varchar', 'bpchar', 'citext', 'name']
const textLists = ['text[]', 'varchar[]']
const wholes = ['int2', 'int4', 'int8']
const emptyText = { type: 'text', empty: `''` }
const emptyTexts = { type: 'text[]', empty: `'{}'` }
const emptyJson = { type: 'jsonb', empty: `'[]'` }

/** A point in time in a response. */
export const instantText = v.pipe(v.string(), v.isoTimestamp())

/** A text column whose values files contain as they are. */
const plainText = {
  columns: () => texts,
  made: () => emptyText,
  delivered: () => v.string(),
  documented: () => ({}),
  sheet: 'text',
  written: (_field: Field, column: PgColumn) => listText(column),
  reader: () => plainReader(),
  key: () => false,
} as const

const wholeNumber = {
  columns: () => wholes,
  made: () => ({ type: 'bigint' }),
  delivered: () => v.nullable(v.number()),
  documented: (field: Limited, required: boolean) => ({
    ...typed('integer', required),
    ...limitsOf(field),
  }),
  sheet: 'number',
  written: (_field: Field, column: PgColumn) => sql`${column}::text`,
  reader: () => numberReader(1),
  key: () => true,
} as const

const uploads = {
  columns: ({ multiple }: Upload) => (multiple ? textLists : texts),
  made: ({ multiple }: Upload) => (multiple ? emptyTexts : emptyText),
  delivered: ({ multiple }: Upload) => (multiple ? v.array(v.string()) : v.string()),
  documented: () => ({}),
  sheet: 'text',
  written: (_field: Field, column: PgColumn) => fileList(column),
  reader: ({ multiple }: Upload) => filesReader(multiple),
  key: () => false,
  hint: ({ multiple }: Upload) => (multiple ? m.import_templateMany() : ''),
} as const

/** The server's side of each field type. The compiler asks for an entry of each new type. */
const serverTypes: { readonly [TType in FieldType]: ServerFieldType<FieldOf<TType>> } = {
  text: {
    ...plainText,
    columns: ({ rule }) => (rule === 'uuid' ? ['uuid', ...texts] : texts),
    // Names are sorted as people read them.
    made: () => ({ type: 'text collate "zh-x-icu"', empty: `''` }),
    documented: ({ max, rule }, required) => ({
      ...(required ? { minLength: 1 } : {}),
      ...(max === undefined ? {} : { maxLength: max }),
      // An optional field accepts an empty text, so it has no pattern.
      ...(rule && required ? { pattern: textRules[rule].pattern.source } : {}),
    }),
    reader: typedReader,
    key: () => true,
  },
  // The column of a password stores its hash.
  password: {
    ...plainText,
    delivered: () => v.never(),
    documented: (_field, required) => ({ format: 'password', ...(required ? { minLength: 6 } : {}), maxLength: 32 }),
  },
  integer: wholeNumber,
  number: {
    ...wholeNumber,
    columns: () => ['numeric', 'float4', 'float8'],
    made: (_field, { exponents }) => ({ type: exponents ? 'double precision' : 'numeric' }),
    documented: (field, required) => ({ ...typed('number', required), ...limitsOf(field) }),
  },
  money: {
    ...wholeNumber,
    columns: () => ['int4', 'int8'],
    sheet: 'money',
    written: (_field, column) => sql`round(${column} / 100.0, 2)::text`,
    reader: () => numberReader(100),
  },
  year: { ...wholeNumber, reader: () => yearReader },
  switch: {
    columns: () => ['bool', 'int2', 'int4'],
    made: (_field, { truths }) => (truths ? { type: 'boolean', empty: 'true' } : { type: 'smallint', empty: '1' }),
    delivered: () => v.picklist([0, 1]),
    documented: () => ({}),
    sheet: 'text',
    written: (_field, column) =>
      sql`case ${column}::int when 1 then ${m.status_enabled()} when 0 then ${m.status_disabled()} end`,
    reader: () => switchReader(),
    key: () => true,
    // It is 1 or 0, even when its column is boolean.
    decoder: (column) => (kindOf(column) === 'boolean' ? (text) => (text === 't' ? 1 : 0) : undefined),
    none: 0,
  },
  select: {
    columns: ({ options, multiple }) => {
      const plain = areNumbers(options) ? wholes : texts
      if (multiple) return plain.map((type) => `${type}[]`)
      return areNumbers(options) ? plain : [...plain, 'enum']
    },
    made: ({ options, multiple }) => {
      const type = areNumbers(options) ? 'bigint' : 'text'
      return multiple ? { type: `${type}[]`, empty: `'{}'` } : { type }
    },
    delivered: ({ options, multiple, required, showWhen }) => {
      const value = v.picklist(options.map((one) => one.value))
      if (multiple) return v.array(value)
      return required && !showWhen ? value : v.nullable(value)
    },
    documented: ({ options, multiple }, required): JsonObject => {
      const values = options.map((one) => one.value)
      if (multiple) return { items: { enum: values } }
      return { enum: required ? values : [...values, null] }
    },
    sheet: 'text',
    written: ({ options }, column) =>
      named(column, Object.fromEntries(options.map((option) => [String(option.value), labelText(option.label)]))),
    reader: selectReader,
    key: ({ multiple }) => !multiple,
    hint: ({ multiple }) => (multiple ? m.import_templateMany() : ''),
  },
  texts: {
    ...plainText,
    columns: () => textLists,
    made: () => emptyTexts,
    delivered: () => v.array(v.string()),
    reader: () => listReader(),
    hint: () => m.import_templateMany(),
  },
  pairs: {
    ...plainText,
    columns: () => ['jsonb'],
    made: () => emptyJson,
    delivered: () => v.array(v.strictObject({ key: v.string(), value: v.string() })),
    written: (_field, column) => pairsText(column),
    reader: () => pairsReader(),
  },
  date: {
    columns: () => ['date'],
    made: () => ({ type: 'date' }),
    delivered: () => v.nullable(v.pipe(v.string(), v.isoDate())),
    documented: (_field, required) => ({ ...typed('string', required), format: 'date' }),
    sheet: 'date',
    written: (_field, column, context) => exportDay(context, column),
    reader: () => dayReader(),
    key: () => true,
  },
  datetime: {
    columns: () => ['timestamptz', 'timestamp'],
    made: () => ({ type: 'timestamptz' }),
    delivered: () => v.nullable(instantText),
    documented: ({ zoneless, help }, required) => {
      const described = [...(help ? [labelText(help)] : []), m.crud_zonelessHint()].join(' ')
      return { ...typed('string', required), format: 'date-time', ...(zoneless ? { description: described } : {}) }
    },
    sheet: 'datetime',
    written: ({ zoneless }, column, context) => (zoneless ? exactClock(context, column) : exactMoment(context, column)),
    reader: ({ zoneless }, timeZone) => (zoneless ? clockReader() : instantReader(timeZone)),
    key: () => true,
    fromJson: (value) => (typeof value === 'string' ? instantFromDatabase(value) : value),
  },
  time: {
    ...plainText,
    columns: () => ['time'],
    made: () => ({ type: 'time' }),
    delivered: () => v.nullable(v.string()),
    written: ({ seconds }, column) => (seconds ? sql`${column}::text` : sql`left(${column}::text, 5)`),
    reader: () => timeReader(),
    key: () => true,
  },
  icon: plainText,
  color: plainText,
  json: {
    ...plainText,
    columns: () => ['jsonb', 'json'],
    made: () => ({ type: 'jsonb' }),
    delivered: () => v.nullable(v.string()),
    documented: (_field, required) => ({
      ...typed('string', required),
      contentMediaType: 'application/json',
      examples: ['{"en": "Lamp"}'],
    }),
    written: (_field, column) => sql`${column}::text`,
    // The numbers in it have more digits than JavaScript reads.
    decoder: () => (text) => text,
    given: (text, column) => sql`${text}::${sql.raw(column.getSQLType())}`,
    fromJson: (value) => (typeof value === 'string' ? value : writtenJson(value)),
  },
  image: uploads,
  file: uploads,
  editor: { ...plainText, cleaned: cleanHtml },
  relation: {
    columns: ({ multiple }) => (multiple ? ['int8[]'] : wholes),
    made: ({ multiple }) => (multiple ? { type: 'bigint[]', empty: `'{}'` } : { type: 'bigint' }),
    delivered: ({ multiple }) => (multiple ? v.array(v.number()) : v.nullable(v.number())),
    documented: () => ({}),
    sheet: 'text',
    written: namesText,
    reader: ({ multiple }) => namesReader(multiple),
    key: ({ multiple }) => !multiple,
    hint: ({ multiple }) => (multiple ? m.import_templateMany() : m.import_templateCode()),
  },
  area: {
    columns: () => texts,
    made: () => ({ type: 'varchar(6)' }),
    delivered: () => v.nullable(v.string()),
    documented: () => ({}),
    sheet: 'text',
    written: namesText,
    reader: () => namesReader(),
    key: () => true,
    hint: () => m.import_templateArea(),
  },
  rows: {
    ...plainText,
    columns: () => ['jsonb'],
    made: () => emptyJson,
    delivered: ({ fields }, other) =>
      v.array(v.strictObject(Object.fromEntries(fields.map((one) => [one.name, other(one)])))),
  },
}

/** The server's side of a field's type. */
export function serverTypeOf({ type }: Pick<Field, 'type'>): ServerFieldType<Field> {
  return serverTypes[type]
}

type Limited = { readonly min?: number; readonly max?: number }
type Upload = { readonly multiple?: boolean }

function typed(type: string, required: boolean): JsonObject {
  return { type: required ? type : [type, 'null'] }
}

function limitsOf({ min, max }: Limited): JsonObject {
  return { ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }) }
}

function areNumbers(options: readonly Option[]): boolean {
  return options.every(({ value }) => typeof value === 'number')
}

function namesText({ name }: Field, column: PgColumn, context: Parameters<typeof relationText>[0]): Promise<SQL> {
  return relationText(context, name, column)
}
