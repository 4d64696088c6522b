import { useForm } from '@tanstack/react-form'
import { LockKeyhole, UserRound } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { account, password } from '#src/lib/rules.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Field } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import { usePress } from '#src/ui/use-press.ts'
import type { CaptchaDialog } from './captcha-dialog.tsx'
import type { CaptchaCalls } from './use-captcha.ts'
import { type LoginSubmit, useLogin } from './use-login.ts'

// Label, field and one line for an error: what appears must not push the button away from under a pointer.
const withErrorLine = 'min-h-[92px]'

type LoginFormProps = {
  onSubmit: LoginSubmit
  /** Where our own captcha comes from, when the server asks for one. */
  captcha: CaptchaCalls
  /** What the account field begins with. */
  account?: string
  children?: ReactNode
}

/** Account, password, "keep me signed in"; what was typed stays whatever happens. */
export function LoginForm({ onSubmit, captcha, account: remembered = '', children }: LoginFormProps) {
  const hydrated = useHydrated()
  const username = useRef<HTMLInputElement>(null)
  const secret = useRef<HTMLInputElement>(null)
  const [Captcha, setCaptcha] = useState<typeof CaptchaDialog>()
  const login = useLogin(onSubmit, async () => {
    // Most people sign in without ever seeing it.
    const { CaptchaDialog } = await import('./captcha-dialog.tsx')
    setCaptcha(() => CaptchaDialog)
  })
  const press = usePress()
  const [attempts, setAttempts] = useState(0)
  const form = useForm({
    defaultValues: { username: remembered, password: '', keep: false },
    // Or a first wrong field would keep the others from being looked at.
    canSubmitWhenInvalid: true,
    onSubmitInvalid: ({ formApi }) => (formApi.getFieldMeta('username')?.isValid ? secret : username).current?.focus(),
    onSubmit: async ({ value }) => {
      const refused = await login.submit(value)
      if (refused) (refused.username ? username : secret).current?.focus()
    },
  })

  // A browser may have filled the fields, or a quick hand, before React was there to hear of it.
  useEffect(() => {
    if (username.current?.value) form.setFieldValue('username', username.current.value, { dontUpdateMeta: true })
    if (secret.current?.value) form.setFieldValue('password', secret.current.value, { dontUpdateMeta: true })
    ;(username.current?.value ? secret : username).current?.focus()
  }, [form])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempts(attempts + 1)
    if (!login.busy) void form.handleSubmit()
  }

  return (
    <>
      {/* POST: should the browser ever send the form by itself, a password has no place in an address. */}
      <form
        method="post"
        noValidate
        onSubmit={submit}
        onPointerDownCapture={press.onPointerDownCapture}
        className="flex flex-col gap-1"
      >
        {login.message && (
          <Banner tone="danger" className="mb-3">
            {login.message}
          </Banner>
        )}
        <form.Field
          name="username"
          validators={{ onChange: account }}
          listeners={{
            onChange: () => login.forget('username'),
            onBlur: ({ fieldApi }) => void fieldApi.validate('change'),
          }}
        >
          {(field) => (
            <Field
              label={m.login_account()}
              errors={login.errorsOf('username', field.state, attempts)}
              className={withErrorLine}
            >
              <Input
                ref={username}
                name="username"
                size="lg"
                icon={<UserRound size={16} />}
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                value={field.state.value}
                onBlur={() => press.after(field.handleBlur)}
                onChange={(event) => field.handleChange(event.target.value)}
              />
            </Field>
          )}
        </form.Field>
        <form.Field
          name="password"
          validators={{ onChange: password }}
          listeners={{
            onChange: () => login.forget('password'),
            onBlur: ({ fieldApi }) => void fieldApi.validate('change'),
          }}
        >
          {(field) => (
            <Field
              label={m.login_password()}
              errors={login.errorsOf('password', field.state, attempts)}
              className={withErrorLine}
            >
              <PasswordInput
                ref={secret}
                name="password"
                size="lg"
                icon={<LockKeyhole size={16} />}
                autoComplete="current-password"
                value={field.state.value}
                onBlur={() => press.after(field.handleBlur)}
                onChange={(event) => field.handleChange(event.target.value)}
              />
            </Field>
          )}
        </form.Field>
        {children}
        <form.Field name="keep">
          {(field) => (
            <Checkbox name="keep" checked={field.state.value} onChange={field.handleChange}>
              {m.login_keep()}
            </Checkbox>
          )}
        </form.Field>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          loading={login.busy}
          // Until React listens, a press would only send the form into nothing.
          disabled={!hydrated}
          className="mt-3 w-full disabled:opacity-100"
        >
          {m.login_submit()}
        </Button>
      </form>
      {Captcha && (
        <Captcha
          open={login.answerCaptcha !== undefined}
          calls={captcha}
          onClose={() => login.answerCaptcha?.(undefined)}
          onSolved={(proof) => login.answerCaptcha?.(proof)}
        />
      )}
    </>
  )
}
