import { hasUnsaved } from '#src/layout/unsaved.ts'

/** Per browser tab: the code that a reload was tried for, so that it is tried once. */
const TRIED = 'ys_reloadedFor'

/**
 * Code of a page that cannot be fetched. The router would reload the page for it, which helps after a new release and
 * else leaves people with the browser's own error page, and without what they had typed. So we ask first: the page is
 * loaded anew only when the server answers; otherwise the error is shown with another try.
 */
export function watchLostCode(): void {
  if (typeof window === 'undefined') return
  window.addEventListener('vite:preloadError', ({ payload }) => {
    const what = payload.message
    // What the router looks for, it must not find.
    payload.message = `lost: ${what}`
    if (!navigator.onLine || hasUnsaved() || sessionStorage.getItem(TRIED) === what) return
    fetch('/healthz').then(
      ({ ok }) => {
        if (!ok) return
        sessionStorage.setItem(TRIED, what)
        window.location.reload()
      },
      () => undefined,
    )
  })
}
