import { type ErrorComponentProps, isRedirect, Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { BackendError } from '#src/backend/backend-error.ts'
import { failureText } from '#src/backend/failure-text.ts'
import { reasonOf } from '#src/crud/cells/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { line, NotSent } from '#src/lib/line.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { reportFailure } from './report-failure.ts'

/** Shown when a page does not load: a message, a retry button and a link to the home page. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = useStable(async () => {
    await router.invalidate()
    reset()
  })
  useEffect(() => line.onBack(retry), [retry])
  useEffect(() => {
    if (isOurFault(error)) reportFailure({ resource: '', part: 'page', rowId: null, ...reasonOf(error, null) })
  }, [error])
  return (
    <div className="flex min-h-[60dvh] flex-col items-center justify-center">
      <ErrorState message={failureText(error)} onRetry={retry} />
      <Link to="/" className={buttonClass({ variant: 'ghost' })}>
        {m.notFound_home()}
      </Link>
    </div>
  )
}

/** Whether the code of the page failed. Refusals of the server and lost connections are known elsewhere. */
function isOurFault(error: unknown): boolean {
  if (error instanceof BackendError || error instanceof NotSent || isRedirect(error) || !line.isUp()) return false
  return !(error instanceof Error && error.name === 'TimeoutError')
}
