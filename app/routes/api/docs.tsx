import { createFileRoute, redirect } from '@tanstack/react-router'

/** The API reference is a separate document, so a link inside the application loads it from the server. */
export const Route = createFileRoute('/api/docs')({
  beforeLoad: () => {
    throw redirect({ href: '/api/docs', reloadDocument: true })
  },
})
