import { m } from '#src/i18n/paraglide/messages.js'
import { Brand } from '#src/layout/brand.tsx'
import { SiteLanguage } from '#src/layout/site/site-language.tsx'
import { ThemeSwitch } from '#src/layout/theme.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { SignInSecurity } from './sign-in-security.tsx'

type EnrollPageProps = {
  siteName: string
  timeZone: string
  /** A factor is set up, and its recovery codes are kept. */
  onDone(): void
  onSignOut(): void
}

/** The only page for whoever has to set up a second factor before anything else. */
export function EnrollPage({ siteName, timeZone, onDone, onSignOut }: EnrollPageProps) {
  return (
    <div className="flex min-h-dvh flex-col bg-ground">
      <header className="flex h-14 items-center gap-1 px-4 sm:px-6">
        <span className="mr-auto min-w-0">
          <Brand name={siteName} />
        </span>
        <SiteLanguage />
        <ThemeSwitch className="noscript:hidden" />
        <Button variant="ghost" onClick={onSignOut}>
          {m.shell_signOut()}
        </Button>
      </header>
      <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-4 px-4 pt-12 pb-12">
        <h1 className="text-2xl tracking-tight">{m.pagesTitle_enroll()}</h1>
        <Banner tone="warning">{m.factor_dueOver()}</Banner>
        <SignInSecurity side="admin" timeZone={timeZone} onAdded={onDone} />
      </main>
    </div>
  )
}
