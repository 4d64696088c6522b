import type { ChoiceSource } from '#src/crud/calls/choice-source.ts'
import { m } from '#src/i18n/paraglide/messages.js'

/** Rows that a relation of the preview can choose: they are examples, and no server is asked. */
export function exampleChoices(path: string): ChoiceSource {
  const list = Array.from({ length: 5 }, (_, at) => ({
    value: at + 1,
    label: m.designer_example({ name: m.designer_row(), at: at + 1 }),
  }))
  const nodes = list.map(({ value, label }) => ({ id: value, parent: value === 1 ? null : 1, label }))
  return {
    key: ['crud', 'example', path],
    load: async ({ quickSearch, parent }) => ({
      list: parent === undefined || parent === '' ? list.filter(({ label }) => label.includes(quickSearch)) : [],
      more: false,
    }),
    whole: async () => ({ nodes, tooMany: false }),
    levels: async () => ({ nodes, complete: true, found: [] }),
    names: async (values) => list.filter(({ value }) => values.includes(value) || values.includes(String(value))),
  }
}
