import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { line } from '#src/lib/line.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { reports } from './reports.ts'

/** Shown when a page does not load: a message, a retry button and a link to the home page. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = useStable(async () => {
    await router.invalidate()
    reset()
  })
  useEffect(() => line.onBack(retry), [retry])
  useEffect(() => reports.page(error), [error])
  return (
    <div className="flex min-h-[60dvh] flex-col items-center justify-center">
      <ErrorState message={failureText(error)} onRetry={retry} />
      <Link to="/" className={buttonClass({ variant: 'ghost' })}>
        {m.notFound_home()}
      </Link>
    </div>
  )
}
