import { useMatch } from '@tanstack/react-router'

/** The member who sees a page of the member center, and the view in which the page is shown. */
export function useMemberPage() {
  const user = useMatch({ from: '/user/_shell', shouldThrow: false })
  const center = useMatch({ from: '/center/_shell', shouldThrow: false })
  const shell = user ?? center
  if (!shell) throw new Error('useMemberPage is used outside of the member center')
  return { area: user ? ('user' as const) : ('center' as const), person: shell.context.boot.person }
}
