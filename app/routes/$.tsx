import { createFileRoute, redirect } from '@tanstack/react-router'

/** Any path that nothing matches. The page that says so reports it. */
export const Route = createFileRoute('/$')({
  beforeLoad: ({ location }) => {
    throw redirect({ to: '/404', search: { path: location.pathname } })
  },
})
