import type { Description, Field } from '#src/resource/description.ts'
import { type FormValues, sameValue, writableFields } from '#src/resource/form-values.ts'

export type MergeChoice = 'mine' | 'theirs'

/** A field whose values differ between two users. */
export type Difference = {
  field: Field
  /** `both`: both users have changed it, so the user must choose. Otherwise the side that changed it. */
  by: 'both' | MergeChoice
}

type Versions = { base: FormValues; mine: FormValues; theirs: FormValues }

/** The fields in which my form and the stored row differ. */
export function differences(description: Pick<Description, 'fields'>, { base, mine, theirs }: Versions): Difference[] {
  return writableFields(description)
    .filter(({ name }) => !sameValue(mine[name], theirs[name]))
    .map((field) => {
      const mineChanged = !sameValue(mine[field.name], base[field.name])
      const theirsChanged = !sameValue(theirs[field.name], base[field.name])
      return { field, by: mineChanged && theirsChanged ? 'both' : mineChanged ? 'mine' : 'theirs' }
    })
}

export type Choices = Readonly<Record<string, MergeChoice | undefined>>

/** Preselects the changed value when only one side has changed a field. Other fields stay undecided. */
export function firstChoices(found: readonly Difference[]): Choices {
  return Object.fromEntries(found.map(({ field, by }) => [field.name, by === 'both' ? undefined : by]))
}

/** The stored row with my values where I chose them. Undecided fields keep my value, so no input is lost unasked. */
export function merged(
  found: readonly Difference[],
  choices: Choices,
  { mine, theirs }: Omit<Versions, 'base'>,
): FormValues {
  const kept = found
    .filter(({ field }) => choices[field.name] !== 'theirs')
    .map(({ field }) => [field.name, mine[field.name] ?? null])
  return { ...theirs, ...Object.fromEntries(kept) }
}
