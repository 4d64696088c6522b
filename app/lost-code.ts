import { hasUnsaved } from '#src/layout/unsaved.ts'

/** Key in sessionStorage: the failure that caused the last reload, so that it causes only one per browser tab. */
const TRIED = 'ys_reloadedFor'

/**
 * Handles code of a page that cannot be fetched. The router would reload the page, which helps after a new release.
 * Without a server, the user would get the browser's own error page and lose unsaved input. So the page reloads only
 * when the server answers and no input is unsaved. Otherwise the error is shown with a retry button.
 */
export function watchLostCode(): void {
  if (typeof window === 'undefined') return
  window.addEventListener('vite:preloadError', ({ payload }) => {
    const what = payload.message
    // The router must not find the message that it looks for, so that it does not reload.
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
