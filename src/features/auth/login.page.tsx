import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Brand } from '#src/layout/brand.tsx'
import { SiteLanguage } from '#src/layout/site/site-language.tsx'
import { ValuePlot } from '#src/layout/site/value-plot.tsx'
import { ThemeSwitch } from '#src/layout/theme.tsx'
import type { RedirectTarget } from '#src/lib/redirect-target.ts'
import type { Side } from '#src/lib/side.ts'
import { Banner } from '#src/ui/banner.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { forgetPerson } from './forget-person.ts'
import { LoginForm, type MemberName } from './login-form.tsx'
import type { CaptchaCalls } from './use-captcha.ts'
import type { LoginSubmit } from './use-login.ts'

type LoginPageProps = {
  side: Side
  siteName: string
  onSubmit: LoginSubmit
  captchaCalls: CaptchaCalls
  /** The account that this browser remembers. */
  account?: string
  /** The reason why the user must sign in, if there is one to show. */
  notice?: string
  /** Field for the captcha that the back end requires in addition to the password. */
  captcha?: ReactNode
  /** The site can have passkeys. */
  passkey?: boolean
  /** Other ways to sign in, below the form. */
  others?: ReactNode
  /** True when the back end has no other side to sign in to. */
  alone?: boolean
  /** The user is signed in, and cannot go on for this reason. */
  barred?: string | undefined
  /** What stands in place of the form: another way to begin, with its title. */
  instead?: { title: string; form: ReactNode } | undefined
  /** What members sign in with. */
  memberName?: MemberName
  /** Links of members: beside "keep me signed in", and below the form. */
  aside?: ReactNode
  links?: ReactNode
  /** The page that was asked for. */
  to?: RedirectTarget | undefined
}

const BarredPart = lazyPart(async () => (await import('./barred-part.tsx')).BarredPart)

/** The login page of the back office and of the member center. */
export function LoginPage({
  side,
  siteName,
  onSubmit,
  captchaCalls,
  account,
  notice,
  captcha,
  passkey,
  others,
  alone = false,
  barred,
  instead,
  memberName,
  aside,
  links,
  to,
}: LoginPageProps) {
  const admin = side === 'admin'
  // A user who comes to this page is no longer signed in.
  useEffect(() => forgetPerson(side), [side])
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex flex-col bg-surface">
        <header className="flex h-14 items-center gap-1 px-4 sm:px-6">
          <Link to="/" className="mr-auto flex h-9 min-w-0 items-center rounded-md">
            <Brand name={siteName} />
          </Link>
          <SiteLanguage />
          <ThemeSwitch className="noscript:hidden" />
        </header>
        <main className="mx-auto flex w-full max-w-[26rem] flex-1 flex-col px-5 pt-[max(1.5rem,12vh)] pb-12 sm:px-6">
          <div aria-hidden className="rule-top rule-accent mb-5 h-3 w-[101px]" />
          <h1 className="text-2xl tracking-tight">
            {instead?.title ?? (admin ? m.login_adminTitle() : m.login_userTitle())}
          </h1>
          <noscript>
            <Banner tone="warning" className="mt-3">
              {m.login_needsScript()}
            </Banner>
          </noscript>
          {notice && (
            <Banner tone="info" className="mt-3">
              {notice}
            </Banner>
          )}
          {barred && <BarredPart barred={barred} side={side} username={account ?? ''} to={to} />}
          {instead?.form}
          {!instead && barred !== 'passwordExpired' && (
            <LoginForm
              hint={admin ? m.login_adminHint() : m.login_userHint()}
              onSubmit={onSubmit}
              captcha={captchaCalls}
              account={account}
              passkey={passkey}
              memberName={memberName}
              aside={aside}
            >
              {captcha}
            </LoginForm>
          )}
          {others}
          {!alone && (
            <p className="mt-6 flex flex-wrap gap-x-5 gap-y-1">
              {links}
              {admin && (
                <Link
                  to="/admin/activate"
                  className="inline-flex min-h-6 items-center text-muted underline-offset-4 hover:text-ink hover:underline"
                >
                  {m.activation_link()}
                </Link>
              )}
              <Link
                to={admin ? '/user/login' : '/admin/login'}
                className="inline-flex min-h-6 items-center text-muted underline-offset-4 hover:text-ink hover:underline"
              >
                {admin ? m.login_toUser() : m.login_toAdmin()}
              </Link>
            </p>
          )}
        </main>
      </div>
      <aside
        aria-hidden
        className="rule-left flex items-center justify-center border-l border-line-strong bg-ground max-lg:hidden"
      >
        <div className="graph-paper flex size-full items-center justify-center p-12 xl:p-16">
          <div className="w-full max-w-xl">
            <div className="rounded-2xl border border-line bg-surface p-6 shadow-pop">
              <ValuePlot />
            </div>
            <p className="mt-8 text-2xl font-semibold tracking-tight">{m.login_panelTitle()}</p>
            <p className="mt-2 max-w-md text-lg text-muted">{m.login_panelText()}</p>
          </div>
        </div>
      </aside>
    </div>
  )
}
