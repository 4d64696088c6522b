import type { Description, Field } from '#src/resource/description.ts'
import { type FormValues, sameValue, writableFields } from '#src/resource/form-values.ts'

export type MergeChoice = 'mine' | 'theirs'

/** A field that two people have given different values. */
export type Difference = {
  field: Field
  /** `both`: changed by both, somebody has to choose. Otherwise who changed it. */
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

/** Where only one has changed a field there is nothing to decide; the rest is left open. */
export function firstChoices(found: readonly Difference[]): Choices {
  return Object.fromEntries(found.map(({ field, by }) => [field.name, by === 'both' ? undefined : by]))
}

/** The stored row with my values where I chose them. What is not chosen stays mine: nothing typed is dropped unasked. */
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
