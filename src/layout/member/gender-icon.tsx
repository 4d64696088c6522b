import { CircleUser, Mars, Venus } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'

/** 1 is male in the primary colour, 2 is female in the danger colour, anything else is neutral. */
export function GenderIcon({ gender, size = 14 }: { gender: number | undefined; size?: number }) {
  if (gender === 1)
    return <Mars role="img" aria-label={m.gender_male()} size={size} className="shrink-0 text-accent-ink" />
  if (gender === 2)
    return <Venus role="img" aria-label={m.gender_female()} size={size} className="shrink-0 text-danger-ink" />
  return <CircleUser role="img" aria-label={m.gender_unknown()} size={size} className="shrink-0 text-subtle" />
}
