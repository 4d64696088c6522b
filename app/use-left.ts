import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { dropDrafts } from '#src/crud/form/draft-store.ts'
import { memberBootQuery } from '#src/features/auth/boot.queries.ts'
import { dropUnsaved } from '#src/layout/unsaved.ts'
import { toaster } from '#src/ui/toast.tsx'

/** Goes to the login page after a call that has ended the member's sign-in, and shows there what the server said. */
export function useLeft() {
  const router = useRouter()
  const client = useQueryClient()
  return async (said: string) => {
    dropUnsaved()
    dropDrafts()
    client.setQueryData(memberBootQuery.queryKey, null)
    await router.navigate({ to: '/user/login' })
    toaster.success(said)
  }
}
