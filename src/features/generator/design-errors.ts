import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Design } from './design.schema.ts'
import { type DesignLabel, shownLabel } from './design.ts'

/** Messages by field and by property: `''` has those of the whole screen. */
export type DesignErrors = Readonly<Record<string, FieldErrors>>

/** Messages of a refused design, sorted to the fields and to the screen that they are about. */
export function errorsOf(design: Design, errors: FieldErrors): DesignErrors {
  const sorted: Record<string, FieldErrors> = {}
  const put = (field: string, path: string, texts: string[]) => {
    sorted[field] = { ...sorted[field], [path]: [...(sorted[field]?.[path] ?? []), ...texts] }
  }
  for (const [path, texts] of Object.entries(errors)) {
    const [first = '', second = '', third = '', ...rest] = path.split('.')
    const field = second === 'fields' ? design.description.fields[Number(third)]?.name : undefined
    if (first === 'description' && field !== undefined) put(field, rest.join('.') || 'name', texts)
    else if (first === 'columns') put(second, third === 'column' || third === 'from' ? 'name' : third || 'name', texts)
    else put('', first === 'description' ? [second, third, ...rest].filter(Boolean).join('.') : first, texts)
  }
  return sorted
}

/** The field whose properties are shown first after a refusal; null: those of the screen. */
export function firstWrong(design: Design, errors: DesignErrors): string | null {
  if (errors['']) return null
  return design.description.fields.find(({ name }) => errors[name])?.name ?? null
}

/** The messages at a property, or at a part of it: `label` has those of `label.en`. */
export function errorsAt(errors: FieldErrors | undefined, path: string): string[] {
  return Object.entries(errors ?? {}).flatMap(([at, texts]) => (at === path || at.startsWith(`${path}.`) ? texts : []))
}

/** The messages that no control shows. */
export function errorsElsewhere(errors: FieldErrors | undefined, shown: readonly string[]): string[] {
  return Object.entries(errors ?? {}).flatMap(([at, texts]) =>
    shown.some((path) => at === path || at.startsWith(`${path}.`)) ? [] : texts,
  )
}

/** What a design cannot do without, by path. The server says everything else. */
export function missingIn({ tableName, description }: Design): FieldErrors {
  const errors: FieldErrors = {}
  const expect = (there: boolean, path: string) => {
    if (!there) errors[path] = [m.rule_required()]
  }
  const said = (label: DesignLabel) => shownLabel(label).trim() !== ''
  expect(said(description.title), 'description.title')
  expect(description.key !== '', 'description.key')
  expect(description.menu !== '' && description.menu !== description.key, 'description.menu')
  expect(tableName !== '' && tableName !== 'res_', 'tableName')
  expect(description.rowTitle !== '', 'description.rowTitle')
  description.form?.sections?.forEach((section, at) => {
    expect(said(section.title), `description.form.sections.${at}.title`)
  })
  description.fields.forEach((field, at) => {
    expect(said(field.label), `description.fields.${at}.label`)
    if (field.type === 'relation') expect(field.resource !== '', `description.fields.${at}.resource`)
    if (field.type === 'select') {
      expect(
        field.options.every(({ value, label }) => String(value) !== '' && said(label)),
        `description.fields.${at}.options`,
      )
    }
  })
  return errors
}

/** The messages that still hold after a change: those about what has not changed. */
export function remainingErrors(errors: DesignErrors, before: Design, after: Design): DesignErrors {
  const left: Record<string, FieldErrors> = {}
  for (const [name, own] of Object.entries(errors)) {
    const [old, now] = [partOf(before, name), partOf(after, name)]
    const same = Object.entries(own).filter(([path]) => {
      const key = path.split('.')[0] ?? ''
      return old && now && JSON.stringify(old[key]) === JSON.stringify(now[key])
    })
    if (same.length > 0) left[name] = Object.fromEntries(same)
  }
  return left
}

/** A field with what the design says of its column, or the whole screen. */
function partOf(design: Design, name: string): Record<string, unknown> | undefined {
  if (name === '') return { ...design.description, ...design }
  const field = design.description.fields.find((one) => one.name === name)
  return field && { ...design.columns[name], ...field }
}
