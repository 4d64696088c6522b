import { RefreshCw } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FormField } from '#src/ui/field.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Input } from '#src/ui/input.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { getPigCaptcha } from './auth.functions.ts'
import { pigCaptchaAnswer } from './pig-captcha-answer.ts'

/** Height of label, field and one error line, as of the form's other fields. */
const PLACE = 'min-h-[92px]'

type Shown = { randomStr: string; image: string }

/**
 * The captcha of a pig gateway: a picture with a sum to solve at sign-in. Renders nothing when the gateway has none.
 */
export function PigCaptchaField() {
  const [shown, setShown] = useState<Shown | null>(null)
  const [renewing, setRenewing] = useState(true)
  const [code, setCode] = useState('')
  const [error, setError] = useState('')

  const renew = useCallback(async () => {
    setCode('')
    setError('')
    setRenewing(true)
    try {
      setShown(await getPigCaptcha())
    } catch (reason) {
      setShown(null)
      setError(failureText(reason))
    }
    setRenewing(false)
  }, [])

  useEffect(() => {
    void renew()
    return pigCaptchaAnswer.onUsed(() => void renew())
  }, [renew])
  useEffect(() => {
    pigCaptchaAnswer.set(shown && !renewing ? { randomStr: shown.randomStr, code } : undefined)
    return () => pigCaptchaAnswer.set(undefined)
  }, [shown, renewing, code])

  // The form keeps a place for the field while nobody knows whether there is one.
  if (!shown && !error) return renewing ? <div aria-hidden className={PLACE} /> : null
  return (
    <FormField label={m.login_pigCaptcha()} errors={error ? [error] : []} className={PLACE}>
      <div className="flex items-center gap-2">
        <Input
          size="lg"
          autoComplete="off"
          inputMode="numeric"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        {/* A used picture must not be visible while the next one loads. */}
        {shown && renewing && (
          <span className="grid h-10 w-25 shrink-0 place-items-center">
            <Spinner className="text-muted" />
          </span>
        )}
        {shown && !renewing && (
          <img src={shown.image} alt={m.login_pigCaptchaImage()} width={100} height={40} className="shrink-0 rounded" />
        )}
        <IconButton label={m.captcha_refresh()} onClick={() => void renew()}>
          <RefreshCw size={16} />
        </IconButton>
      </div>
    </FormField>
  )
}
