import { useEffect } from 'react'

/**
 * Shows pictures from this site that their CDN does not deliver: when it is down, and in pages that were made before
 * the site had one, which may not load from it.
 */
export function useOwnPictures(): void {
  useEffect(() => {
    // While it goes down to the element: its own handler must not take the first failure for the last.
    window.addEventListener('error', showOwn, true)
    // Pictures of the page itself may have failed before.
    for (const picture of document.images) if (picture.complete && picture.naturalWidth === 0) retry(picture)
    return () => window.removeEventListener('error', showOwn, true)
  }, [])
}

function showOwn(event: Event): void {
  const { target } = event
  if (!(target instanceof HTMLImageElement || target instanceof HTMLMediaElement)) return
  if (retry(target)) event.stopImmediatePropagation()
}

/** @returns false for what does not come from a CDN, and for a second failure */
function retry(element: HTMLImageElement | HTMLMediaElement): boolean {
  const own = ownAddress(element.src)
  if (own !== undefined) element.src = own
  return own !== undefined
}

/** The address of a stored file at this site itself; undefined for other pictures, and when it was tried already. */
export function ownAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { pathname, searchParams } = new URL(address)
  const at = pathname.indexOf('/storage/')
  if (at === -1 || searchParams.has('cdn')) return undefined
  searchParams.set('cdn', '0')
  return `${pathname.slice(at)}?${searchParams}`
}
