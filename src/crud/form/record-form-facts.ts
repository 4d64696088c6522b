import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import type { Tone } from '#src/lib/tone.ts'
import { isShown } from '#src/resource/cross-checks.ts'
import { isTable } from '#src/resource/field-traits.ts'
import type { FormValues } from '#src/resource/form-values.ts'
import type { RecordFormPart } from './record-form-parts.ts'

/** What a resource says about its form while the user fills it in. */
export type RecordFormFacts = {
  /** What a section contains, in a few words. Default: the rows of its tables. @param key the section's key */
  section?(key: string, values: FormValues): string | undefined
  /** What the whole form adds up to. It is beside the buttons. */
  total?(values: FormValues): string | undefined
  /** The state of the stored row, beside the title. */
  state?(row: object): { text: string; tone: Tone } | undefined
}

/** What a part of a form contains, in a few words. Undefined when there is nothing to say. */
export function partFact(part: RecordFormPart, values: FormValues, facts: RecordFormFacts = {}): string | undefined {
  const own = facts.section?.(part.section?.key ?? '', values)
  if (own !== undefined) return own
  const counts = part.fields
    .filter((field) => isTable(field) && isShown(field, values))
    .map(({ name }) => values[name])
    .map((rows) => (Array.isArray(rows) ? rows.length : 0))
  const count = counts.reduce((sum, one) => sum + one, 0)
  return counts.length > 0 && count > 0 ? m.entry_rows({ count: formatCount(count) }) : undefined
}
