import { useEffect, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Spinner } from '#src/ui/spinner.tsx'

/** After so long without progress a person may try again. */
const PATIENCE = 6000

/** The way to a page: a spinner, a retry when it takes long, a message when it failed. */
export function LoadingPage({ error, onRetry }: { error?: string; onRetry(): void }) {
  const [round, setRound] = useState(0)
  const [slowRound, setSlowRound] = useState(-1)
  useEffect(() => {
    const timer = setTimeout(() => setSlowRound(round), PATIENCE)
    return () => clearTimeout(timer)
  }, [round])
  const retry = () => {
    setRound(round + 1)
    onRetry()
  }
  return (
    <main className="grid min-h-[60dvh] flex-1 place-items-center p-6">
      {error === undefined ? (
        <div role="status" className="flex flex-col items-center gap-3 text-center text-muted">
          <Spinner size={28} className="text-accent" />
          <h1 className="text-base font-normal">{m.loading_title()}</h1>
          {slowRound === round && (
            <>
              <p className="text-sm">{m.loading_slow()}</p>
              <Button onClick={retry}>{m.ui_retry()}</Button>
            </>
          )}
        </div>
      ) : (
        <ErrorState title={m.loading_failed()} message={error} onRetry={retry} />
      )}
    </main>
  )
}
