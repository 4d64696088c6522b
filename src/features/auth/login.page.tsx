import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Brand } from '#src/layout/brand.tsx'
import { LanguageSwitch } from '#src/layout/language-switch.tsx'
import { ThemeSwitch } from '#src/layout/theme.tsx'
import { ValuePlot } from '#src/layout/value-plot.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { knownPerson } from './known-person.ts'
import { LoginForm } from './login-form.tsx'
import type { CaptchaCalls } from './use-captcha.ts'
import type { LoginSubmit } from './use-login.ts'

type LoginPageProps = {
  side: 'admin' | 'user'
  siteName: string
  onSubmit: LoginSubmit
  captchaCalls: CaptchaCalls
  /** The account that is remembered on this machine. */
  account?: string
  /** Why the person is asked to sign in, if there is a reason to tell. */
  notice?: string
  /** What the back end asks for beside the password. */
  captcha?: ReactNode
  /** The back end knows no other side to sign in at. */
  alone?: boolean
}

/** The way in, for back office and members alike. */
export function LoginPage({
  side,
  siteName,
  onSubmit,
  captchaCalls,
  account,
  notice,
  captcha,
  alone = false,
}: LoginPageProps) {
  const admin = side === 'admin'
  // Whoever was known here is not signed in any more.
  useEffect(() => knownPerson[side].clear(), [side])
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex flex-col bg-surface">
        <header className="flex h-14 items-center gap-1 px-4 sm:px-6">
          <Link to="/" className="mr-auto flex h-9 min-w-0 items-center rounded-md">
            <Brand name={siteName} />
          </Link>
          <LanguageSwitch />
          <ThemeSwitch />
        </header>
        <main className="mx-auto flex w-full max-w-[24rem] flex-1 flex-col px-4 pt-[max(2rem,10vh)] pb-10">
          <h1 className="text-2xl tracking-tight">{admin ? m.login_adminTitle() : m.login_userTitle()}</h1>
          <p className="mt-1 mb-6 text-muted">{admin ? m.login_adminHint() : m.login_userHint()}</p>
          {notice && (
            <Banner tone="info" className="mb-4">
              {notice}
            </Banner>
          )}
          <LoginForm onSubmit={onSubmit} captcha={captchaCalls} account={account}>
            {captcha}
          </LoginForm>
          {!alone && (
            <p className="mt-6 text-sm">
              <Link
                to={admin ? '/user/login' : '/admin/login'}
                className="text-muted underline-offset-4 hover:text-ink hover:underline"
              >
                {admin ? m.login_toUser() : m.login_toAdmin()}
              </Link>
            </p>
          )}
        </main>
      </div>
      <aside
        aria-hidden
        className="rule-left flex items-center justify-center border-l border-line-strong bg-ground p-16 max-lg:hidden"
      >
        <div className="w-full max-w-lg">
          <ValuePlot />
          <p className="mt-10 text-xl font-semibold">{m.login_panelTitle()}</p>
          <p className="mt-2 max-w-md text-muted">{m.login_panelText()}</p>
        </div>
      </aside>
    </div>
  )
}
