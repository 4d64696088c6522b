import { createFileRoute, redirect } from '@tanstack/react-router'

/** The API reference is a document of its own: whoever is led here inside the application loads it. */
export const Route = createFileRoute('/api/docs')({
  beforeLoad: () => {
    throw redirect({ href: '/api/docs', reloadDocument: true })
  },
})
