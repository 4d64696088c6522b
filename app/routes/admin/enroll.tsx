import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { EnrollPage } from '#src/features/factors/enroll.page.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { adminBoot, mustEnroll, PATIENCE } from '../../guards.ts'
import { useSignOut } from '../../use-sign-out.ts'

export const Route = createFileRoute('/admin/enroll')({
  staticData: { title: 'pagesTitle_enroll' },
  beforeLoad: async ({ context }) => {
    const boot = await adminBoot(context, PATIENCE.page)
    if (!boot || !mustEnroll(boot.person)) throw redirect({ to: '/admin' })
  },
  component: Enroll,
})

function Enroll() {
  const { data: site } = useSuspenseQuery(siteQuery)
  const signOut = useSignOut('admin')
  // What is kept of the account was loaded before it had a factor.
  const done = () => window.location.assign('/admin')
  return <EnrollPage {...site} onDone={done} onSignOut={() => void signOut()} />
}
