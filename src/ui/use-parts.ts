import { useEffect, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { toaster } from './toast.tsx'

/** Code that a page loads when somebody wants it, and then has at hand for good. */
export type Parts<T> = { loaded(): T | undefined; load(): Promise<T> }

/** @param load a dynamic import */
export function lazyParts<T>(load: () => Promise<T>): Parts<T> {
  let at: T | undefined
  return {
    loaded: () => at,
    async load() {
      at ??= await load()
      return at
    },
  }
}

/**
 * The parts once they are wanted, undefined until they are there. A connection that is lost on the way is told.
 * @param onFailed gives up what was wanted, so that the next press tries again
 */
export function useParts<T>(from: Parts<T>, wanted: boolean, onFailed: () => void): T | undefined {
  const [at, setAt] = useState(() => from.loaded())
  useEffect(() => {
    if (!wanted || at) return
    let current = true
    from.load().then(
      (loaded) => current && setAt(() => loaded),
      () => {
        if (!current) return
        toaster.error(navigator.onLine ? m.error_network() : m.error_offline())
        onFailed()
      },
    )
    return () => {
      current = false
    }
  })
  return at
}
