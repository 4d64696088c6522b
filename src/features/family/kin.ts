import { m } from '#src/i18n/paraglide/messages.js'
import type { Option } from '#src/resource/description.ts'

/** Who holds a code: the pupil, or somebody who looks after the pupil. */
export const codeHolders = ['self', 'guardian'] as const
export type CodeHolder = (typeof codeHolders)[number]

/** What the owner of a family account is to the pupil. `self` is the pupil. */
export const kinOptions = [
  { value: 'self', label: m.family_kin_self, tone: 'accent' },
  { value: 'mother', label: m.family_kin_mother },
  { value: 'father', label: m.family_kin_father },
  { value: 'grandparent', label: m.family_kin_grandparent },
  { value: 'other', label: m.family_kin_other },
] as const satisfies readonly Option[]

export type Kin = (typeof kinOptions)[number]['value']

/** What a guardian can be to a pupil. */
export const guardianKin = ['mother', 'father', 'grandparent', 'other'] as const satisfies readonly Kin[]

/** The name of a relation in the language of the request; of an unknown one, what is stored. */
export function kinText(relation: string): string {
  return kinOptions.find(({ value }) => value === relation)?.label() ?? relation
}

/** Codes of a call: for so many pupils, and for each guardian code so many. */
export const MOST_CODED = 2000
export const MOST_EACH = 4

/** Days for which a code works. */
export const CODE_DAYS = 30

/** Pupils of a member, and guardians of a pupil. */
export const MOST_STUDENTS = 10
export const MOST_GUARDIANS = 6
