import type { TreeRow } from '#src/crud/list/tree.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Labels } from '#src/resource/labels.ts'
import { type DesignField, shownLabel } from './design.ts'

/** A row of the preview. */
export type ExampleRow = TreeRow & { id: number; version: number } & Record<string, unknown>

const COUNT = 6
const day = (at: number) => `2026-09-${String(at + 1).padStart(2, '0')}`

/** Rows like those that a design will have, made from its fields. */
export function exampleRows(fields: readonly DesignField[], tree: boolean): ExampleRow[] {
  return Array.from({ length: COUNT }, (_, at) => ({
    ...Object.fromEntries(fields.map((field) => [field.name, exampleOf(field, at)])),
    id: at + 1,
    version: 1,
    createTime: `${day(at)}T08:00:00.000Z`,
    updateTime: `${day(at)}T09:30:00.000Z`,
    pid: tree && at > 0 && at < 3 ? 1 : null,
    childCount: tree && at === 0 ? 2 : 0,
  }))
}

/** The names of the rows and places that the example rows refer to. */
export function exampleLabels(fields: readonly DesignField[]): Labels {
  const related = fields.filter(({ type }) => type === 'relation' || type === 'area')
  return Object.fromEntries(
    related.map((field) => [
      field.name,
      Object.fromEntries(Array.from({ length: COUNT }, (_, at) => [at + 1, exampleText(field, at)])),
    ]),
  )
}

function exampleText(field: DesignField, at: number): string {
  return m.designer_example({ name: shownLabel(field.label, field.name), at: at + 1 })
}

function exampleOf(field: DesignField, at: number): unknown {
  switch (field.type) {
    case 'text':
      return exampleText(field, at).slice(0, field.max)
    case 'integer':
    case 'number':
      return limited(field, (at + 1) * 12)
    case 'money':
      return limited(field, (at + 1) * 1250)
    case 'year':
      return limited(field, 2021 + at)
    case 'switch':
      return at % 3 === 2 ? 0 : 1
    case 'select': {
      const value = field.options[at % field.options.length]?.value ?? null
      return field.multiple ? [value] : value
    }
    case 'relation':
      return field.multiple ? [at + 1, ((at + 1) % COUNT) + 1] : at + 1
    case 'area':
      return String(at + 1)
    case 'texts':
      return [exampleText(field, at), exampleText(field, at + 1)]
    case 'pairs':
      return [{ key: 'A', value: String(at + 1) }]
    case 'rows':
      return [Object.fromEntries(field.fields.map((cell) => [cell.name, exampleOf(cell, at)]))]
    case 'date':
      return day(at)
    case 'datetime':
      return `${day(at)}T08:30:00.000Z`
    case 'time':
      return `0${8 + (at % 2)}:30:00`
    case 'color':
      return ['#1677ff', '#52c41a', '#faad14'][at % 3]
    case 'icon':
      return 'fa fa-star'
    case 'json':
      return `{"en": "${exampleText(field, at)}"}`
    case 'editor':
      return `<p>${exampleText(field, at)}</p>`
    case 'image':
    case 'file':
      return field.multiple ? [] : ''
    case 'password':
      return ''
  }
}

function limited({ min, max }: { min?: number; max?: number }, value: number): number {
  return Math.min(max ?? value, Math.max(min ?? value, value))
}
