import { createFileRoute, redirect } from '@tanstack/react-router'
import { listSearch } from '#src/crud/query/list-search.ts'

/** The address that the ancestor of this product has for the roles. */
export const Route = createFileRoute('/admin/auth/group')({
  validateSearch: listSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/admin/user-role/role', search, replace: true })
  },
})
