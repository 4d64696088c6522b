import { m } from '#src/i18n/paraglide/messages.js'

/** What members may say of their gender. */
export const genders = [
  { value: 0, label: m.gender_unknown },
  { value: 1, label: m.gender_male },
  { value: 2, label: m.gender_female },
] as const
