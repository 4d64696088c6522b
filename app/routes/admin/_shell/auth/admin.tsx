import { createFileRoute, redirect } from '@tanstack/react-router'
import { listSearch } from '#src/crud/query/list-search.ts'

/** The path that accounts have in the product's ancestor. */
export const Route = createFileRoute('/admin/_shell/auth/admin')({
  validateSearch: listSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/admin/user-role/user', search, replace: true })
  },
})
