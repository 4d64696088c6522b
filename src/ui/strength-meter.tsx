import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { passwordStrength } from '#src/lib/password-strength.ts'

const colors = ['', 'bg-danger', 'bg-warning-ink', 'bg-accent-solid', 'bg-success-ink']

/** Shows how hard a password is to guess, in four steps and in a word. */
export function StrengthMeter({ password }: { password: string }) {
  const strength = passwordStrength(password)
  const words = ['', m.strength_weak(), m.strength_fair(), m.strength_good(), m.strength_strong()]
  if (strength === 0) return null
  return (
    <span className="flex items-center gap-2 text-xs text-muted">
      <span aria-hidden className="flex flex-1 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={cx('h-1 flex-1 rounded-full', step <= strength ? colors[strength] : 'bg-line')} />
        ))}
      </span>
      <output>{m.strength_is({ strength: words[strength] ?? '' })}</output>
    </span>
  )
}
