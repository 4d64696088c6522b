import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { BrandMark } from './brand.tsx'

/** Milliseconds of loading until the page offers a retry. */
const PATIENCE = 6000

/** Shown while a page loads: a spinner, a retry button when loading takes long, a message when it fails. */
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
  const slow = slowRound === round
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      {error === undefined ? (
        <div className="flex flex-col items-center text-center">
          <BrandMark className="size-12" />
          <div role="status" className="mt-6 flex flex-col items-center text-muted">
            <h1 className="flex items-center gap-2.5 text-lg font-normal">
              <Spinner size={18} className="text-accent" />
              {m.loading_title()}
            </h1>
            {slow && <p className="mt-2 max-w-sm">{m.loading_slow()}</p>}
          </div>
          {slow && (
            <div className="mt-6 flex flex-wrap justify-center gap-2.5">
              <Button variant="primary" onClick={retry}>
                {m.ui_retry()}
              </Button>
              <HomeLink />
            </div>
          )}
          <noscript>
            {/* biome-ignore lint/a11y/useValidAnchor: an empty href is the URL of this page, so the link reloads it */}
            <a href="" className={buttonClass()}>
              {m.ui_retry()}
            </a>
          </noscript>
        </div>
      ) : (
        <div className="flex flex-col items-center">
          <ErrorState alone title={m.loading_failed()} message={error} onRetry={retry} />
          <HomeLink />
        </div>
      )}
    </main>
  )
}

function HomeLink() {
  return (
    <Link to="/" className={buttonClass({ variant: 'ghost' })}>
      {m.notFound_home()}
    </Link>
  )
}
