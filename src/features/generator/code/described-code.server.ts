import type { Description, Field } from '#src/resource/description.ts'
import { isTable } from '#src/resource/field-traits.ts'
import type { MessageBook } from './messages-code.server.ts'
import type { ResourceNames } from './names.server.ts'
import { codeText, type Raw, type Sourced, type SourcedObject } from './source-text.server.ts'

/**
 * The part of the description that is its own, as code: from the title of a row to the orders. Its texts get messages.
 */
export function describedBy(description: Description, book: MessageBook): string {
  const { fields, rowTitle, quickSearch, sorts, sortGroups, tree, sortable, noImport, deleteNote, form } = description
  const rows = fields.map((field) => `    ${codeText(fieldSource(field, field.name, book))},\n`)
  const rest: SourcedObject = {
    quickSearch,
    sorts,
    sortGroups,
    tree,
    sortable,
    noImport,
    deleteNote: book.maybe('deleteNote', deleteNote),
    form: formSource(form, book),
  }
  const lines = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${name}: ${codeText(value)},\n`],
  )
  return `  rowTitle: ${codeText(rowTitle)},\n  fields: [\n${rows.join('')}  ],\n${lines.join('')}`
}

function formSource(form: Description['form'], book: MessageBook): Sourced {
  if (!form) return undefined
  const sections = form.sections?.map(({ key, title, help }) => ({
    key,
    title: book.label(`section_${key}`, title),
    help: book.maybe(`section_${key}Help`, help),
  }))
  return { as: form.as, size: form.size, sections, steps: form.steps }
}

/** A field as code. @param at where its texts belong, for example `parts_count` for a cell of a table */
function fieldSource(field: Field, at: string, book: MessageBook): SourcedObject {
  const { name, type, label, help, placeholder, ...rest } = field
  const labels: Record<string, Raw | undefined> = {
    label: book.label(at, label),
    help: book.maybe(`${at}Help`, help),
    placeholder: book.maybe(`${at}Hint`, placeholder),
  }
  return { name, type, ...labels, ...plainRest(rest), ...nested(field, at, book) }
}

/** The parts of a field with further texts, or fields. */
function nested(field: Field, at: string, book: MessageBook): SourcedObject {
  const options =
    'options' in field
      ? field.options.map(({ value, label, ...more }, place) => ({
          value,
          label: book.label(`${at}_${/^[A-Za-z0-9]{1,20}$/.test(String(value)) ? value : `option${place + 1}`}`, label),
          ...more,
        }))
      : undefined
  const fields = isTable(field) ? field.fields.map((cell) => fieldSource(cell, `${at}_${cell.name}`, book)) : undefined
  return {
    zero: 'zero' in field ? book.maybe(`${at}Zero`, field.zero) : undefined,
    keyLabel: 'keyLabel' in field ? book.maybe(`${at}Key`, field.keyLabel) : undefined,
    valueLabel: 'valueLabel' in field ? book.maybe(`${at}Value`, field.valueLabel) : undefined,
    options,
    fields,
  }
}

/** What a field says without any texts. The parts that have some are written by `nested`. */
function plainRest(rest: object): SourcedObject {
  const parts = Object.entries(rest).filter(([name]) => !TEXTED.has(name))
  // What is left is plain data, as it came from the database.
  return JSON.parse(JSON.stringify(Object.fromEntries(parts)))
}

const TEXTED: ReadonlySet<string> = new Set(['zero', 'keyLabel', 'valueLabel', 'options', 'fields'])

/** The type of what the form writes. */
export function formTypeText({ camel, pascal, one }: ResourceNames, { fields }: Pick<Description, 'fields'>): string {
  const names = `(typeof ${camel}Description.fields)[number]`
  const hasReadOnly = fields.some(({ readOnly }) => readOnly === true)
  const written = hasReadOnly ? `Exclude<${names}, { readOnly: true }>['name']` : `${names}['name']`
  return `\
/** The fields that the form of ${one} edits. */
export type ${pascal}Form = Pick<${pascal}Row, ${written}>
`
}
