import { ExternalLink } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import { hasUnsaved } from '../unsaved.ts'
import { frameHost } from './frame-hosts.ts'

/** Milliseconds without a loaded page until a link offers the page in a new window. */
const PATIENCE = 10_000

type FramePageProps = {
  url: string
  title: string
  /** The origins of the user's menus. */
  hosts: ReadonlySet<string>
  /** The origins that the surrounding document allows in frames. The menus may be newer than the document. */
  documentHosts: ReadonlySet<string>
  /** Reloads the document. */
  onStale(): void
}

/** Shows another site's page in a sandboxed frame. It must use http(s) and an origin that a menu leads to. */
export function FramePage({ url, title, hosts, documentHosts, onStale }: FramePageProps) {
  const host = frameHost(url)
  if (!host) return <ErrorState alone title={m.frame_refused()} message={m.frame_onlyWeb()} />
  if (!hosts.has(host)) return <ErrorState alone title={m.frame_refused()} message={m.frame_unknownHost({ host })} />
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      {documentHosts.has(host) ? <Frame url={url} title={title} own={host} /> : <Stale onStale={onStale} />}
    </>
  )
}

function Frame({ url, title, own }: { url: string; title: string; own: string }) {
  const hydrated = useHydrated()
  const [loaded, setLoaded] = useState(false)
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (loaded) return
    const timer = setTimeout(() => setSlow(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [loaded])
  return (
    <div className="fill-page flex flex-col">
      <div className="relative min-h-0 flex-1 overflow-hidden rounded-lg border border-line bg-surface">
        {!loaded && (
          <div role="status" className="absolute inset-0 flex flex-col items-center justify-center gap-3 text-muted">
            <Spinner size={24} className="text-accent" />
            <p>{m.frame_loading({ title })}</p>
            {slow && (
              <OwnWindow url={url} className="text-accent-ink">
                {m.frame_slow()}
              </OwnWindow>
            )}
          </div>
        )}
        {/* The frame renders after hydration. Before that, no handler would receive its load event. */}
        {hydrated && (
          <iframe
            src={url}
            title={title}
            sandbox={sandbox(own)}
            onLoad={() => setLoaded(true)}
            className={cx('relative size-full border-0 bg-white', !loaded && 'opacity-0')}
          />
        )}
      </div>
      {/* A site that forbids frames or is down loads as an empty page. This page cannot detect that. */}
      <p className="no-print flex h-7 shrink-0 items-end justify-end text-xs text-muted">
        {loaded && <OwnWindow url={url}>{m.frame_elsewhere()}</OwnWindow>}
      </p>
    </div>
  )
}

type OwnWindowProps = { url: string; className?: string; children: ReactNode }

function OwnWindow({ url, className, children }: OwnWindowProps) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={cx('inline-flex items-center gap-1 hover:underline', className)}
    >
      {children}
      <ExternalLink aria-hidden size={14} />
    </a>
  )
}

/** A page of our own origin gets no `allow-same-origin`: with it, the page could escape the sandbox. */
function sandbox(host: string): string {
  const rights = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals'
  return host === window.location.origin ? rights : `${rights} allow-same-origin`
}

/**
 * The menu is newer than the document. The document reloads, unless unsaved content would be lost. A document that has
 * just been reloaded waits for the user: if the server leaves the host out, reloading would never end.
 */
function Stale({ onStale }: { onStale(): void }) {
  useEffect(() => {
    if (!hasUnsaved() && !wasReloaded()) onStale()
  }, [onStale])
  return (
    <div role="status" className="flex flex-col items-center gap-3 px-6 py-14 text-center text-muted">
      <p>{m.frame_stale()}</p>
      <Button onClick={onStale}>{m.tabs_reload()}</Button>
    </div>
  )
}

function wasReloaded(): boolean {
  return performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')
}
