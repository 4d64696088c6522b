import { createFileRoute, redirect } from '@tanstack/react-router'

/** Any path that no route matches. The 404 page reports it. */
export const Route = createFileRoute('/$')({
  beforeLoad: ({ location }) => {
    throw redirect({ to: '/404', search: { path: location.pathname } })
  },
})
