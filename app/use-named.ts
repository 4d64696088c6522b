import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { adminBootQuery, memberBootQuery } from '#src/features/auth/boot.queries.ts'
import type { SavedName } from '#src/features/auth/name-form.tsx'
import type { Side } from '#src/lib/side.ts'

/** Shows a saved name at once wherever the user's name stands: in the header and on open pages. */
export function useNamed(side: Side) {
  const client = useQueryClient()
  const router = useRouter()
  return ({ nickname, signature, version }: SavedName) => {
    const saved = { nickname, version }
    if (side === 'admin')
      client.setQueryData(
        adminBootQuery.queryKey,
        (boot) => boot && { ...boot, person: { ...boot.person, ...saved, signature } },
      )
    else
      client.setQueryData(
        memberBootQuery.queryKey,
        (boot) => boot && { ...boot, person: { ...boot.person, ...saved, motto: signature } },
      )
    // The pages have the user from the guards, which run again.
    void router.invalidate()
  }
}
