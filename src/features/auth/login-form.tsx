import { LockKeyhole, UserRound } from 'lucide-react'
import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useState } from 'react'
import type { GenericSchema } from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { keptCode } from '#src/lib/line.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import { usePress } from '#src/ui/use-press.ts'
import type { CaptchaDialog } from './captcha-dialog.tsx'
import type { CaptchaCalls } from './use-captcha.ts'
import { type LoginSubmit, useLogin } from './use-login.ts'
import { useLoginFields } from './use-login-fields.ts'

// Loaded on demand, because most users sign in without a captcha.
const captchaDialog = keptCode(() => import('./captcha-dialog.tsx'))

// Height of label, field and one error line, so that a new error does not move the button away from the pointer.
const withErrorLine = 'min-h-[92px]'

export type MemberName = { label: string; rule: GenericSchema<string> }

type LoginFormProps = {
  /** For whom the form is. */
  hint: string
  onSubmit: LoginSubmit
  /** Calls for our own captcha, used when the server requires one. */
  captcha: CaptchaCalls
  /** Initial value of the account field. */
  account?: string
  /** The site can have passkeys, which sign in without name and password. */
  passkey?: boolean
  /** What the account field is called, and its rule, where more than a user name signs in. */
  memberName?: MemberName | undefined
  /** Beside "keep me signed in". */
  aside?: ReactNode
  children?: ReactNode
}

/** The form with account, password and "keep me signed in". It keeps the typed values after every error. */
export function LoginForm({
  hint,
  onSubmit,
  captcha,
  account: remembered = '',
  passkey,
  memberName,
  aside,
  children,
}: LoginFormProps) {
  const hydrated = useHydrated()
  const [Captcha, setCaptcha] = useState<typeof CaptchaDialog>()
  const login = useLogin(onSubmit, async () => {
    const { CaptchaDialog } = await captchaDialog()
    setCaptcha(() => CaptchaDialog)
  })
  const press = usePress()
  const fields = useLoginFields(remembered, memberName?.rule)
  const { values, inputs } = fields
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => fields.take(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (login.busy || fields.try()) return
    const refused = await login.submit(values)
    if (refused) (refused.username ? inputs.username : inputs.password).current?.focus()
  }
  const control = (name: 'username' | 'password') => ({
    name,
    size: 'lg' as const,
    ref: inputs[name],
    value: values[name],
    onBlur: () => press.after(() => fields.leave(name)),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      fields.set(name, event.target.value)
      login.forget(name)
    },
  })
  const errors = (name: 'username' | 'password') => [...fields.errorsOf(name), ...login.refusalsOf(name)]

  return (
    <>
      {/* POST: if the browser submits the form by itself, the password must not appear in the URL. */}
      <form
        method="post"
        noValidate
        onSubmit={submit}
        onPointerDownCapture={press.onPointerDownCapture}
        className="flex flex-col gap-1"
      >
        {/* Message and hint share a place with room for the longest message, so that a message moves nothing. */}
        <div className="mt-1.5 mb-2 min-h-24 sm:min-h-19">
          {login.message ? (
            <Banner tone="danger" className="text-sm">
              {login.message}
            </Banner>
          ) : (
            <p className="text-lg text-muted">{hint}</p>
          )}
        </div>
        <FormField label={memberName?.label ?? m.login_account()} errors={errors('username')} className={withErrorLine}>
          <Input
            {...control('username')}
            icon={<UserRound size={16} />}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </FormField>
        <FormField label={m.login_password()} errors={errors('password')} className={withErrorLine}>
          <PasswordInput {...control('password')} icon={<LockKeyhole size={16} />} autoComplete="current-password" />
        </FormField>
        {children}
        <div className="flex items-center justify-between gap-x-4">
          <Checkbox name="keep" checked={values.keep} onChange={fields.keep}>
            {m.login_keep()}
          </Checkbox>
          {aside}
        </div>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          loading={login.busy === 'password'}
          // Before hydration, a click would submit the form without effect.
          disabled={!hydrated}
          className="mt-3 w-full disabled:opacity-100"
        >
          {m.login_submit()}
        </Button>
        {passkey && (
          <Button
            size="lg"
            loading={login.busy === 'passkey'}
            className="mt-1.5 w-full noscript:hidden"
            onClick={() => void login.submit({ ...values, passkey })}
          >
            {m.passkey_signIn()}
          </Button>
        )}
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
