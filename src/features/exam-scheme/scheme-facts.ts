import type { RecordFormFacts } from '#src/crud/form/record-form-facts.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import { assigns, choices, schemeStates } from './exam-scheme.options.ts'
import { number, rowsOf, type Values } from './scheme-values.ts'
import { totalMark } from './total-mark.ts'

/** What the form of a scheme says about its sections, about the whole, and about what is published. */
export const schemeFacts: RecordFormFacts = {
  section: (key, values) => sections[key]?.(values),
  total: (values) => {
    const combinations = choosing(values) ? rowsOf(values.combinations).length : 0
    const total = m.examScheme_total({ total: totalMark(values) })
    return combinations > 0 ? `${total} · ${m.examScheme_factCombinations({ count: combinations })}` : total
  },
  state: (row) => {
    const state: unknown = Reflect.get(row, 'state')
    const found = schemeStates.find(({ value }) => value === state)
    return (
      found && {
        text: found.value === 'changed' ? m.examScheme_unpublished() : labelText(found.label),
        tone: found.tone,
      }
    )
  },
}

const sections: Record<string, ((values: Values) => string | undefined) | undefined> = {
  subjects: (values) => {
    const count = rowsOf(values.subjects).length
    return count > 0 ? m.examScheme_size({ count, total: totalMark(values) }) : undefined
  },
  combinations: (values) => {
    if (!choosing(values)) return labelOf(choices, values.choice)
    const count = rowsOf(values.combinations).length
    return `${String(values.choice)} · ${m.examScheme_factCombinations({ count })}`
  },
  assign: (values) => {
    if (values.assign !== 'bands') return labelOf(assigns, values.assign)
    const bands = rowsOf(values.assignBands)
    const hundredths = bands.reduce((sum, { percent }) => sum + Math.round((number(percent) ?? 0) * 100), 0)
    return m.examScheme_factBands({ count: bands.length, sum: hundredths / 100 })
  },
  bands: ({ bands }) => counted(bands, m.examScheme_factRates),
  lines: ({ lines }) => counted(lines, m.examScheme_factLines),
}

function choosing({ choice }: Values): boolean {
  return choice !== 'none' && choice !== undefined
}

function counted(rows: unknown, text: (inputs: { count: number }) => string): string | undefined {
  const count = rowsOf(rows).length
  return count > 0 ? text({ count }) : undefined
}

function labelOf(options: typeof choices | typeof assigns, value: unknown): string | undefined {
  const found = options.find((one) => one.value === value)
  return found && labelText(found.label)
}
