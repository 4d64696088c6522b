import { type FormEvent, type RefObject, useState } from 'react'
import { BackendError } from '#src/backend/backend-error.ts'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { keptCode } from '#src/lib/line.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import type { GivenFactor } from './given-factor.ts'

const passkeys = keptCode(() => import('./use-passkey.ts'))

const FIELD_WAYS = ['totp', 'recovery', 'password'] as const
type FieldWay = (typeof FIELD_WAYS)[number]

type FactorFormProps = {
  id: string
  /** What the account can use. */
  ways: readonly string[]
  field: RefObject<HTMLInputElement | null>
  busy: boolean
  onBusy(busy: boolean): void
  /** Sends what was given. A refusal is thrown. */
  send(given: GivenFactor): Promise<void>
  /** What the browser needs to use a passkey. */
  passkeyOptions(): Promise<string>
}

/** Asks for a second factor or the password, in one of the ways that the account has. */
export function FactorForm({ id, ways, field, busy, onBusy, send, passkeyOptions }: FactorFormProps) {
  const fields = FIELD_WAYS.filter((way) => ways.includes(way))
  const [way, setWay] = useState<FieldWay | undefined>(fields[0])
  const [value, setValue] = useState('')
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [message, setMessage] = useState('')

  const attempt = async (work: () => Promise<GivenFactor | undefined>) => {
    if (busy) return
    onBusy(true)
    setMessage('')
    setWrong([])
    try {
      const given = await work()
      if (given) return await send(given)
    } catch (error) {
      const { code = [], password = [], ...others } = error instanceof BackendError ? error.fieldErrors : {}
      const errors = [...code, ...password]
      setWrong(errors)
      if (errors.length === 0) setMessage(Object.values(others).flat()[0] ?? failureText(error))
      setValue('')
      field.current?.focus()
    }
    onBusy(false)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (way === undefined) return
    if (value.trim() === '') return setWrong([m.rule_required()])
    void attempt(async () => (way === 'password' ? { way, password: value } : { way, code: value.trim() }))
  }

  const withPasskey = () =>
    attempt(async () => {
      const { answerOf } = await passkeys()
      const response = await answerOf(await passkeyOptions())
      if (response === undefined) setMessage(m.passkey_stopped())
      return response === undefined ? undefined : { way: 'passkey', response }
    })

  const control = {
    ref: field,
    value,
    size: 'lg' as const,
    onChange: (event: { target: { value: string } }) => {
      setValue(event.target.value)
      setWrong([])
    },
  }
  return (
    <div className="flex flex-col gap-3">
      {message && <Banner tone="danger">{message}</Banner>}
      {way !== undefined && (
        <form id={id} method="post" noValidate onSubmit={submit}>
          <FormField label={LABELS[way]()} hint={HINTS[way]?.()} errors={wrong} required>
            {way === 'password' ? (
              <PasswordInput {...control} name="password" autoComplete="current-password" />
            ) : (
              <Input
                {...control}
                name="code"
                key={way}
                autoComplete={way === 'totp' ? 'one-time-code' : 'off'}
                inputMode={way === 'totp' ? 'numeric' : 'text'}
                spellCheck={false}
              />
            )}
          </FormField>
        </form>
      )}
      <div className="flex flex-wrap gap-2">
        {ways.includes('passkey') && (
          <Button disabled={busy} onClick={() => void withPasskey()}>
            {m.passkey_use()}
          </Button>
        )}
        {fields
          .filter((one) => one !== way)
          .map((one) => (
            <Button
              key={one}
              variant="ghost"
              disabled={busy}
              onClick={() => {
                setWay(one)
                setValue('')
                setWrong([])
                setMessage('')
                field.current?.focus()
              }}
            >
              {SWITCH[one]()}
            </Button>
          ))}
      </div>
    </div>
  )
}

const LABELS: Record<FieldWay, () => string> = {
  totp: m.factor_code,
  recovery: m.factor_recoveryCode,
  password: m.login_password,
}
const HINTS: Partial<Record<FieldWay, () => string>> = { totp: m.factor_codeHint, recovery: m.factor_recoveryHint }
const SWITCH: Record<FieldWay, () => string> = {
  totp: m.factor_useApp,
  recovery: m.factor_useRecovery,
  password: m.login_password,
}
