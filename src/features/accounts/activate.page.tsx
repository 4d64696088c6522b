import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { OwnNotice } from '#src/features/auth/own-card.tsx'
import { PasswordAdvice } from '#src/features/auth/password-advice.tsx'
import { useOwnForm } from '#src/features/auth/use-own-form.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Brand } from '#src/layout/brand.tsx'
import { SiteLanguage } from '#src/layout/site/site-language.tsx'
import { ThemeSwitch } from '#src/layout/theme.tsx'
import type { Side } from '#src/lib/side.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import { activateAccount } from './activation.functions.ts'
import { activationForm } from './activation.schema.ts'

/** The page where the owner of an imported account, or an imported member, sets the first password. */
export function ActivatePage({ side, siteName }: { side: Side; siteName: string }) {
  const [said, setSaid] = useState<string>()
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <header className="flex h-14 items-center gap-1 px-4 sm:px-6">
        <Link to="/" className="mr-auto flex h-9 min-w-0 items-center rounded-md">
          <Brand name={siteName} />
        </Link>
        <SiteLanguage />
        <ThemeSwitch className="noscript:hidden" />
      </header>
      <main className="mx-auto w-full max-w-[26rem] flex-1 px-5 pt-[max(1.5rem,8vh)] pb-12 sm:px-6">
        <div aria-hidden className="rule-top rule-accent mb-5 h-3 w-[101px]" />
        <h1 className="text-2xl tracking-tight">{m.activation_title()}</h1>
        {said === undefined ? (
          <ActivationForm side={side} onDone={setSaid} />
        ) : (
          <Banner tone="success" className="mt-4">
            {said}
          </Banner>
        )}
        <p className="mt-6">
          <Link
            to={side === 'user' ? '/user/login' : '/admin/login'}
            className={said === undefined ? quiet : buttonClass({ variant: 'primary' })}
          >
            {m.activation_signIn()}
          </Link>
        </p>
      </main>
    </div>
  )
}

/** As the links below the form of the login page. */
const quiet = 'inline-flex min-h-6 items-center text-muted underline-offset-4 hover:text-ink hover:underline'

const empty = { username: '', code: '', password: '', repeat: '' }

function ActivationForm({ side, onDone }: { side: Side; onDone(said: string): void }) {
  const hydrated = useHydrated()
  const { values, notice, saving, form, errorsOf, control } = useOwnForm({
    initial: empty,
    schema: activationForm,
    send: ({ username, code, password }) => activateAccount({ data: { side, username, code, password } }),
    onSaved: onDone,
  })
  return (
    <form {...form} className="mt-1.5 flex flex-col gap-3.5">
      <p className="text-lg text-muted">{m.activation_text()}</p>
      <OwnNotice side={side} notice={notice} />
      <FormField label={m.user_username()} errors={errorsOf('username')} required>
        <Input {...control('username')} size="lg" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </FormField>
      <FormField label={m.activation_code()} errors={errorsOf('code')} required>
        <Input
          {...control('code')}
          size="lg"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </FormField>
      <FormField label={m.password_new()} errors={errorsOf('password')} required>
        <PasswordInput {...control('password')} size="lg" autoComplete="new-password" />
        <PasswordAdvice password={values.password} names={[values.username]} />
      </FormField>
      <FormField label={m.password_repeat()} errors={errorsOf('repeat')} required>
        <PasswordInput {...control('repeat')} size="lg" autoComplete="new-password" />
      </FormField>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        loading={saving}
        // Before hydration, a click would submit the form without effect.
        disabled={!hydrated}
        className="mt-1 w-full disabled:opacity-100"
      >
        {m.activation_submit()}
      </Button>
    </form>
  )
}
