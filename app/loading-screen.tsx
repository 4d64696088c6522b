import { useQueryClient } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { LoadingPage } from '#src/layout/loading.page.tsx'

/** Another try: not the wait for a request that is already under way. */
function useRetry() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async () => {
    queryClient.removeQueries({ queryKey: ['boot'] })
    await router.invalidate()
  }
}

/** On the way to a page. */
export function LoadingScreen() {
  return <LoadingPage onRetry={useRetry()} />
}

/** The same where the server has shown it, because the way took long: the browser goes on from here. */
export function LoadingOn() {
  const router = useRouter()
  useEffect(() => void router.invalidate(), [router])
  return <LoadingScreen />
}

/** The way to a page failed: says why, and tries again. */
export function LoadingFailed({ error, reset }: ErrorComponentProps) {
  const again = useRetry()
  const retry = async () => {
    await again()
    reset()
  }
  return <LoadingPage error={failureText(error)} onRetry={retry} />
}
