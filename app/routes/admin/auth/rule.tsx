import { createFileRoute, redirect } from '@tanstack/react-router'
import { listSearch } from '#src/crud/query/list-search.ts'

/** The address that the ancestor of this product has for the permission menu. */
export const Route = createFileRoute('/admin/auth/rule')({
  validateSearch: listSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/admin/user-role/rule', search, replace: true })
  },
})
