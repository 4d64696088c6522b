import { createFileRoute, redirect } from '@tanstack/react-router'

/** Any path that nothing matches. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/404' })
  },
})
