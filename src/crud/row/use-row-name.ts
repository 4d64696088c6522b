import { useStable } from '#src/lib/use-stable.ts'
import type { Description, Option } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'

/**
 * Returns a function that gives the name of a row. A row that only its number names has the title of the resource, too.
 * The function stays the same between renders.
 */
export function useRowName<TRow extends { id: number }>({
  rowTitle,
  title: resource,
  fields,
}: Pick<Description<TRow>, 'rowTitle' | 'title' | 'fields'>) {
  return useStable((row: TRow): string => {
    if (rowTitle === 'id') return `${labelText(resource)} #${row.id}`
    const title: unknown = row[rowTitle]
    const option = optionOf(fields, rowTitle, title)
    if (option) return labelText(option.label)
    return title === null || title === undefined || title === '' ? `#${row.id}` : String(title)
  })
}

/** The option that a value of a field is, if the field has options: users know its label. */
export function optionOf(fields: Description['fields'], name: string, value: unknown): Option | undefined {
  const field = fields.find((one) => one.name === name)
  return field && 'options' in field ? field.options.find((one) => one.value === value) : undefined
}
