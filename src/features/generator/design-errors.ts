import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Design } from './design.schema.ts'
import type { DesignErrors } from './designer-context.ts'

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
