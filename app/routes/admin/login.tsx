import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '#src/features/auth/login.page.tsx'
import { readAccount } from '#src/features/auth/remembered-account.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { signedOutGuard } from '../../guards.ts'
import { otherWays, PigCaptchaPart } from '../../login-parts.tsx'
import { loginSearch } from '../../login-search.ts'
import { requestCookies } from '../../request-cookies.ts'
import { loginCaptcha, useSignIn } from '../../use-sign-in.ts'

export const Route = createFileRoute('/admin/login')({
  validateSearch: loginSearch,
  staticData: { title: 'pagesTitle_login' },
  beforeLoad: ({ context, search }) => signedOutGuard('admin', context, search.to),
  component: Login,
})

function Login() {
  const { data: site } = useSuspenseQuery(siteQuery)
  const search = Route.useSearch()
  const signIn = useSignIn('admin', search.to)
  const pig = site.backend === 'pig'
  return (
    <LoginPage
      side="admin"
      siteName={site.siteName}
      account={readAccount(requestCookies(), 'admin')}
      onSubmit={signIn}
      captchaCalls={loginCaptcha}
      passkey={site.passkeys}
      captcha={pig && <PigCaptchaPart />}
      others={otherWays('admin', site.providers, search.to)}
      alone={pig}
      {...search}
    />
  )
}
