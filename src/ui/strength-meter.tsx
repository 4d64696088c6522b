import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { passwordStrength } from '#src/lib/password-strength.ts'

const colors = ['bg-danger', 'bg-danger', 'bg-warning-ink', 'bg-accent-solid', 'bg-success-ink']

type StrengthMeterProps = {
  password: string
  /** What a server has found. By default it is estimated here. */
  strength?: 0 | 1 | 2 | 3 | 4
}

/** Shows how hard a password is to guess, in four steps and in a word. */
export function StrengthMeter({ password, strength = passwordStrength(password) }: StrengthMeterProps) {
  const words = [m.strength_weak(), m.strength_weak(), m.strength_fair(), m.strength_good(), m.strength_strong()]
  if (password === '') return null
  return (
    <span className="flex items-center gap-2 text-xs text-muted">
      <span aria-hidden className="flex flex-1 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={cx('h-1 flex-1 rounded-full', step <= Math.max(1, strength) ? colors[strength] : 'bg-line')}
          />
        ))}
      </span>
      <output>{m.strength_is({ strength: words[strength] ?? '' })}</output>
    </span>
  )
}
