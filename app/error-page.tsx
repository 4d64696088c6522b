import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { failureText } from '#src/backend/failure-text.ts'
import { ErrorState } from '#src/ui/error-state.tsx'

/** What a page shows when its data could not be had: a sentence, and another try. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  return <ErrorState message={failureText(error)} onRetry={retry} />
}
