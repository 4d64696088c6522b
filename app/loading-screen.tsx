import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { failureText } from '#src/backend/failure-text.ts'
import { LoadingPage } from '#src/layout/loading.page.tsx'

/** On the way to a page. */
export function LoadingScreen() {
  const router = useRouter()
  return <LoadingPage onRetry={() => router.invalidate()} />
}

/** The way to a page failed: says why, and tries again. */
export function LoadingFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  return <LoadingPage error={failureText(error)} onRetry={retry} />
}
