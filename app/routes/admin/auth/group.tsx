import { createFileRoute, redirect } from '@tanstack/react-router'

/** The address of the roles in the interface that the specification fixes. */
export const Route = createFileRoute('/admin/auth/group')({
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/admin/user-role/role${location.searchStr}`, replace: true })
  },
})
