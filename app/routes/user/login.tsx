import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '#src/features/auth/login.page.tsx'
import { readAccount } from '#src/features/auth/remembered-account.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { membersExist, signedOutGuard } from '../../guards.ts'
import { otherWays } from '../../login-parts.tsx'
import { loginSearch } from '../../login-search.ts'
import { requestCookies } from '../../request-cookies.ts'
import { loginCaptcha, useSignIn } from '../../use-sign-in.ts'

export const Route = createFileRoute('/user/login')({
  validateSearch: loginSearch,
  staticData: { title: 'pagesTitle_memberLogin' },
  beforeLoad: async (route) => {
    await membersExist(route)
    await signedOutGuard('user', route.context, route.search.to)
  },
  component: Login,
})

function Login() {
  const { data: site } = useSuspenseQuery(siteQuery)
  const search = Route.useSearch()
  const signIn = useSignIn('user', search.to)
  const account = readAccount(requestCookies(), 'user')
  return (
    <LoginPage
      side="user"
      account={account}
      siteName={site.siteName}
      onSubmit={signIn}
      captchaCalls={loginCaptcha}
      passkey={site.passkeys}
      others={otherWays('user', site.providers, search.to)}
      {...search}
    />
  )
}
