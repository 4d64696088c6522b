import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '#src/features/auth/login.page.tsx'
import { readAccount } from '#src/features/auth/remembered-account.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { membersExist, signedOutGuard } from '../../guards.ts'
import { otherWays } from '../../login-parts.tsx'
import { loginSearch } from '../../login-search.ts'
import { useMemberParts } from '../../member-login-parts.tsx'
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
  const { type, ...search } = Route.useSearch()
  const members = useMemberParts(site, type === 'register', search.to)
  return (
    <LoginPage
      side="user"
      account={readAccount(requestCookies(), 'user')}
      siteName={site.siteName}
      onSubmit={useSignIn('user', search.to)}
      captchaCalls={loginCaptcha}
      passkey={site.passkeys}
      others={otherWays('user', site.providers, search.to)}
      {...members}
      {...search}
    />
  )
}
