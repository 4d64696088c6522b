import { createFileRoute, redirect } from '@tanstack/react-router'

/** The path that the accounts have in the product's ancestor. */
export const Route = createFileRoute('/admin/_shell/auth/admin')({
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/admin/user-role/user', search, replace: true })
  },
})
