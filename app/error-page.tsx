import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'

/** Shown when a page does not load: a message, a retry button and a link to the home page. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  return (
    <div className="flex min-h-[60dvh] flex-col items-center justify-center">
      <ErrorState message={failureText(error)} onRetry={retry} />
      <Link to="/" className={buttonClass({ variant: 'ghost' })}>
        {m.notFound_home()}
      </Link>
    </div>
  )
}
