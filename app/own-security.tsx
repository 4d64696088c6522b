import { useQueryClient } from '@tanstack/react-query'
import { adminBootQuery } from '#src/features/auth/boot.queries.ts'
import { SignInSecurity } from '#src/features/factors/sign-in-security.tsx'

/** The sign-in security of a back office user. The frame stops asking for a second factor when there is one. */
export function OwnSecurity({ timeZone }: { timeZone: string }) {
  const queryClient = useQueryClient()
  const renew = () => void queryClient.invalidateQueries(adminBootQuery)
  return <SignInSecurity side="admin" timeZone={timeZone} onAdded={renew} />
}
