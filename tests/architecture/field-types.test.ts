import { expect, test } from 'vitest'
import { fieldTypes } from '#src/resource/field-types.ts'
import { imports, texts } from './source.ts'

// What differs from one field type to another stands in the records that have an entry for each type. When a type is
// added, the compiler asks for it there. Code elsewhere asks a trait (`isSecret`, `numberOf`), and compares no names.

const names = Object.keys(fieldTypes).join('|')

/** Code that compares the name of a field type. */
const comparisons: readonly RegExp[] = [
  new RegExp(`\\btype\\)? *[!=]== *'(?:${names})'`),
  new RegExp(`'(?:${names})' *[!=]== *(?:\\w+\\??\\.)*type\\b`),
  /\bswitch \((?:\w+\.)*type\)/,
  /\.(?:includes|has)\((?:\w+\??\.)*type\)/,
]

/** The files whose `type` is not that of a field, each with its reason. */
const others: readonly [file: string, reason: string][] = [
  ['src/db/decode.server.ts', 'types of columns in PostgreSQL'],
  ['src/features/resources/runtime-table.server.ts', 'types of columns in PostgreSQL'],
  ['src/server/export/cell-limit.server.ts', 'types of columns in PostgreSQL'],
  ['src/server/list/filter-value.server.ts', 'types of columns in PostgreSQL'],
  ['src/server/list/list-cursor.server.ts', 'types of columns in PostgreSQL'],
  ['src/server/openapi/json-schema.server.ts', 'types of JSON Schema'],
  ['src/server/openapi/openapi.server.ts', 'types of valibot schemas'],
]

const compares = (line: string) => comparisons.some((one) => one.test(line))

test.each([
  "if (field.type === 'password') return",
  "fields.filter(({ type }) => type !== 'rows')",
  "if (one.field?.type === 'area')",
  "'relation' === field.type",
  'switch (field.type) {',
  'switch (type) {',
  'wide.includes(field.type)',
  'UNFIT.has(type)',
])('the name of a field type is found in %s', (line) => {
  expect(compares(line)).toBe(true)
})

test.each(["typeof value === 'number'", "cell.kind === 'text'", "case 'date':", "type: 'text'", 'mime.type === mime'])(
  'it is not found in %s',
  (line) => {
    expect(compares(line)).toBe(false)
  },
)

test('only the records of field types tell types by their names', () => {
  // The generator makes fields of each type, and the compiler asks it for new ones: its switches are exhaustive.
  const outside = [...texts].filter(([file]) => !file.startsWith('src/features/generator/'))
  const found = outside.filter(([, text]) => text.split('\n').some(compares)).map(([file]) => file)
  expect(found.sort()).toEqual(others.map(([file]) => file))
})

test('a list loads the records of field types without schemas and controls', () => {
  for (const file of ['src/crud/field-types/list-types.ts', 'src/resource/field-types.ts']) {
    const loaded = imports.filter(({ from, typeOnly }) => from === file && !typeOnly).map(({ to }) => to)
    expect(loaded).not.toEqual([])
    expect(loaded.filter((to) => /^valibot$|^react|-schema\.ts$|\.tsx$/.test(to))).toEqual([])
  }
})
