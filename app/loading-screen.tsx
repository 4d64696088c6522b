import { useQueryClient } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { LoadingPage } from '#src/layout/loading.page.tsx'
import { line } from '#src/lib/line.ts'
import { useStable } from '#src/lib/use-stable.ts'

/** Returns a retry that sends a new request, and does not wait for a pending one. */
function useRetry() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async () => {
    queryClient.removeQueries({ queryKey: ['boot'] })
    await router.invalidate()
  }
}

/** The screen that is shown while a page loads. */
export function LoadingScreen() {
  return <LoadingPage onRetry={useRetry()} />
}

/** The screen that the server renders after a time-out. The browser then continues to load the page. */
export function LoadingOn() {
  const router = useRouter()
  useEffect(() => void router.invalidate(), [router])
  return <LoadingScreen />
}

/** Shows why a page did not load, with a retry button. */
export function LoadingFailed({ error, reset }: ErrorComponentProps) {
  const again = useRetry()
  const retry = useStable(async () => {
    await again()
    reset()
  })
  useEffect(() => line.onBack(retry), [retry])
  return <LoadingPage error={failureText(error)} onRetry={retry} />
}
