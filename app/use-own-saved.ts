import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { adminBootQuery, memberBootQuery } from '#src/features/auth/boot.queries.ts'
import type { OwnSaved } from '#src/features/auth/own-saved.ts'
import type { Side } from '#src/lib/side.ts'

/** Shows what users have saved of their own account at once wherever it stands: in the header and on open pages. */
export function useOwnSaved(side: Side) {
  const client = useQueryClient()
  const router = useRouter()
  return ({ signature, ...saved }: OwnSaved) => {
    if (side === 'admin') {
      const next = { ...saved, ...(signature !== undefined && { signature }) }
      client.setQueryData(adminBootQuery.queryKey, (boot) => boot && { ...boot, person: { ...boot.person, ...next } })
    } else {
      const next = { ...saved, ...(signature !== undefined && { motto: signature }) }
      client.setQueryData(memberBootQuery.queryKey, (boot) => boot && { ...boot, person: { ...boot.person, ...next } })
    }
    // The pages have the user from the guards, which run again.
    void router.invalidate()
  }
}
