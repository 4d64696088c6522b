import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { LoginForm } from '#src/features/auth/login-form.tsx'
import type { OwnPreferences } from '#src/features/auth/own-account.schema.ts'
import type { CaptchaCalls } from '#src/features/auth/use-captcha.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Brand } from '#src/layout/brand.tsx'
import { SiteLanguage } from '#src/layout/site/site-language.tsx'
import { ThemeSwitch } from '#src/layout/theme.tsx'
import { keptCode } from '#src/lib/line.ts'
import type { Side } from '#src/lib/side.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { NewAccountForm } from './new-account-form.tsx'
import { tellProof } from './prove-at-provider.ts'
import { type getVisit, linkVisit } from './visit.functions.ts'

const factorDialog = keptCode(() => import('#src/features/factors/ask-for-factor.tsx'))

const ownPreferences = keptCode(() => import('#src/features/auth/own-preferences.ts'))

type VisitState = Awaited<ReturnType<typeof getVisit>>

type VisitPageProps = {
  siteName: string
  side: Side
  visit: string
  /** Null for a proof, which has its own window. */
  state: VisitState | null
  captchaCalls: CaptchaCalls
}

/** The page on which a person arrives from an identity provider when there is something to say or to ask. */
export function VisitPage({ siteName, side: asked, visit, state, captchaCalls }: VisitPageProps) {
  const said = state?.said
  const waiting = state?.waiting
  const proven = state === null
  const side = waiting?.side ?? asked
  useEffect(() => {
    if (proven) tellProof(visit)
  }, [proven, visit])
  const begun = state?.begun
  const [problem, setProblem] = useState('')
  // The provider has said who it is. The second factor is asked for at once.
  useEffect(() => {
    if (begun) void goOn(begun, false).then((text) => setProblem(text ?? m.mfa_needed()))
  }, [begun])
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
        <h1 className="text-2xl tracking-tight">{side === 'admin' ? m.login_adminTitle() : m.login_userTitle()}</h1>
        {(said || problem) && (
          <Banner tone="danger" className="mt-4">
            {said || problem}
          </Banner>
        )}
        {proven && (
          <Banner tone="success" className="mt-4">
            {m.provider_proven()}
          </Banner>
        )}
        {waiting && <Choice visit={visit} waiting={waiting} captchaCalls={captchaCalls} />}
        {!proven && (
          <p className="mt-6">
            <Link
              to={side === 'admin' ? '/admin/login' : '/user/login'}
              className={waiting ? quiet : buttonClass({ variant: 'primary' })}
            >
              {m.provider_signInAgain()}
            </Link>
          </p>
        )}
      </main>
    </div>
  )
}

/** As the links below the form of the login page. */
const quiet = 'inline-flex min-h-6 items-center text-muted underline-offset-4 hover:text-ink hover:underline'

type Waiting = NonNullable<VisitState['waiting']>
type ChoiceProps = { visit: string; waiting: Waiting; captchaCalls: CaptchaCalls }

/** Which account the person means: a new one, where the provider creates accounts, or one that they have. */
function Choice({ visit, waiting, captchaCalls }: ChoiceProps) {
  const [creating, setCreating] = useState(waiting.create)
  const { provider, label, create, side } = waiting
  const hint = side === 'user' ? m.provider_memberNone({ label, provider }) : m.provider_linkText({ provider })
  return (
    <>
      {creating ? (
        <NewAccountForm visit={visit} waiting={waiting} onDone={(entered) => void leave(entered)} />
      ) : (
        <LoginForm
          hint={hint}
          captcha={captchaCalls}
          onSubmit={async (values) => {
            const answer = await linkVisit({ data: { visit, ...values } })
            if (answer.ok) await leave(answer)
            else if (answer.begun)
              return { ok: false, message: (await goOn(answer.begun, values.keep)) ?? answer.message }
            return answer
          }}
        />
      )}
      {create && (
        <Button variant="ghost" className="mt-3 w-full" onClick={() => setCreating(!creating)}>
          {creating ? m.provider_linkAccount() : m.provider_create()}
        </Button>
      )}
    </>
  )
}

/** Asks for the second factor, and leaves for the page that was wanted. Otherwise a sentence, or nothing to say. */
async function goOn({ path, ...begun }: NonNullable<VisitState['begun']>, keep: boolean): Promise<string | undefined> {
  const { askForFactor } = await factorDialog()
  const answer = await askForFactor({ ...begun, keep })
  if (typeof answer !== 'object') return answer
  await leave({ path, side: begun.side, preferences: answer.preferences })
  // The page stays as it is until the next one is there.
  return new Promise(() => undefined)
}

/** The end of a sign-in on this page. */
type Entered = { path: string; side: Side; preferences: OwnPreferences }

/** Everything that the browser has loaded belongs to a visitor, so the next page is loaded anew. */
async function leave({ path, side, preferences }: Entered): Promise<void> {
  const { adoptPreferences } = await ownPreferences()
  await adoptPreferences(side, preferences)
  window.location.assign(path)
}
