import { m } from '#src/i18n/paraglide/messages.js'
import type { Option } from '#src/resource/description.ts'

export const choices = [
  { value: 'none', label: m.examScheme_choice_none },
  { value: '3+1+2', label: m.examScheme_choice_312 },
  { value: '3+3', label: m.examScheme_choice_33 },
] as const satisfies readonly Option[]

export const assigns = [
  { value: 'none', label: m.examScheme_assign_none },
  { value: 'bands', label: m.examScheme_assign_bands },
] as const satisfies readonly Option[]

export const assignFlats = [
  { value: 'high', label: m.examScheme_assignFlat_high },
  { value: 'middle', label: m.examScheme_assignFlat_middle },
] as const satisfies readonly Option[]

export const assignZeros = [
  { value: 'band', label: m.examScheme_assignZero_band },
  { value: 'lowest', label: m.examScheme_assignZero_lowest },
] as const satisfies readonly Option[]

export const bandSides = [
  { value: 'from', label: m.examScheme_side_from },
  { value: 'below', label: m.examScheme_side_below },
] as const satisfies readonly Option[]

export const lineKinds = [
  { value: 'score', label: m.examScheme_by_score },
  { value: 'place', label: m.examScheme_by_place },
  { value: 'percent', label: m.examScheme_by_percent },
] as const satisfies readonly Option[]

export const schemeStates = [
  { value: 'draft', label: m.examScheme_state_draft, tone: 'accent' },
  { value: 'published', label: m.examScheme_state_published, tone: 'neutral' },
  { value: 'changed', label: m.examScheme_state_changed, tone: 'warning' },
] as const satisfies readonly Option[]
