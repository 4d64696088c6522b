import { literal } from '#src/db/statement.server.ts'
import type { FieldOf, FieldType } from '#src/resource/description.ts'

/** How the values of a field type are stored, as far as a change of the type can take them over. */
type FieldStorage<TField> = {
  /** What a value stands for. Fields with one meaning and one kind of column can share the column. */
  meaning(field: TField): string
  /** No other type can hold its values. */
  readonly own?: true
  /** Each row has a value, also before anybody chose one. */
  readonly never?: 'empty'
  /** No two rows need have the same value: values that can be compared. */
  readonly unique?: true
  /** A stored value as people write it, as SQL over a column. By default its text. */
  text?(column: string, timeZone: string): string
  /** A text as a value, null where it is none, as SQL. By default by the type of the column. */
  value?(text: string, timeZone: string): string
}

const plain = { meaning: () => 'plain' } as const
const address = { meaning: () => 'address' } as const
const comparable = { meaning: () => 'plain', unique: true } as const

const storages: { readonly [TType in FieldType]: FieldStorage<FieldOf<TType>> } = {
  text: comparable,
  integer: comparable,
  number: comparable,
  date: comparable,
  datetime: {
    ...comparable,
    text: (column, timeZone) => `(${column} at time zone ${literal(timeZone)})::text`,
    // A text may name its own distance to UTC.
    value: (text, timeZone) =>
      `case when ${text} !~ '^\\d' or not pg_input_is_valid(${text}, 'timestamptz') then null
        when ${text} ~* ':\\d\\d(\\.\\d+)? ?(z|utc|[+-]\\d\\d(:?\\d\\d)?)$' then ${text}::timestamptz
        when pg_input_is_valid(${text}, 'timestamp') then ${text}::timestamp at time zone ${literal(timeZone)} end`,
  },
  time: comparable,
  select: comparable,
  texts: plain,
  icon: plain,
  color: plain,
  json: { meaning: () => 'json' },
  image: address,
  file: address,
  year: {
    ...comparable,
    value: (text) => `case when ${text} ~ '^\\d{4}$' then ${text}::bigint end`,
  },
  money: {
    meaning: () => 'cents',
    unique: true,
    text: (column) => `(${column} / 100.0)::numeric(30, 2)::text`,
    value: (text) =>
      `case when pg_input_is_valid(${text}, 'numeric') then case when ${text}::numeric between -1e12 and 1e12
        then round(${text}::numeric * 100)::bigint end end`,
  },
  switch: {
    meaning: () => 'switch',
    never: 'empty',
    text: (column) => `${column}::int::text`,
    value: (text) =>
      `case when lower(${text}) in ('1', 't', 'true', 'yes', 'y', 'on', '是') then 1
        when lower(${text}) in ('0', 'f', 'false', 'no', 'n', 'off', '否') then 0 end`,
  },
  editor: {
    meaning: () => 'html',
    text: (column) =>
      `btrim(replace(replace(replace(replace(regexp_replace(regexp_replace(regexp_replace(${column},
        '</(td|th)>', ' ', 'gi'), '<br */?>|</(p|li|h\\d|div|tr|pre|blockquote)>', E'\\n', 'gi'), '<[^>]*>', '', 'g'),
        '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&amp;', '&'), E' \\n')`,
    value: (text) =>
      `case when ${text} <> '' then '<p>' || regexp_replace(replace(replace(replace(${text}, '&', '&amp;'), '<', '&lt;'),
        '>', '&gt;'), '\\r?\\n', '<br>', 'g') || '</p>' end`,
  },
  area: { meaning: () => 'area', value: (text) => `case when ${text} ~ '^\\d{6}$' then ${text} end` },
  relation: { meaning: ({ resource }) => `rows of ${resource}`, unique: true },
  password: { meaning: () => 'password', own: true },
  pairs: { meaning: () => 'pairs', own: true },
  rows: {
    meaning: ({ fields }) => `rows ${fields.map(({ name, type }) => `${name} ${type}`).join()}`,
    own: true,
  },
}

/** The storage of a field's type. */
export function storageOf<TType extends FieldType>({ type }: { type: TType }): FieldStorage<FieldOf<TType>> {
  return storages[type]
}
