import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { toaster } from './toast.tsx'

// All code that loads on demand uses this file: a component (`lazyPart`), or a module of several (`lazyModule`).

type Component = (props: never) => ReactNode

/** A component whose code loads when it is first rendered. The caller renders `Suspense` around it. */
export function lazyComponent<T extends Component>(load: () => Promise<T>): T {
  // Seam: React's type of a lazy component loses the component's type parameters and props.
  return lazy(async () => ({ default: (await load()) as unknown as ComponentType })) as unknown as T
}

/**
 * A component whose code loads when it is first rendered.
 * @param fallback shown until then; nothing by default
 */
export function lazyPart<T extends Component>(load: () => Promise<T>, fallback: ReactNode = null): T {
  // Seam: the same as above.
  const Part = lazyComponent(load) as unknown as ComponentType<object>
  const LazyPart = (props: object) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  )
  return LazyPart as unknown as T
}

/** A lazy control of a form. While it loads, a grey box of a control's height is shown. */
export function lazyControl<T extends Component>(load: () => Promise<T>): T {
  return lazyPart(load, <span aria-hidden className="skeleton block h-8 rounded-md" />)
}

/** A module that a page loads on demand and keeps. */
export type LazyModule<T> = { loaded(): T | undefined; load(): Promise<T> }

/** @param load a dynamic import; after a failure the next call tries again */
export function lazyModule<T>(load: () => Promise<T>): LazyModule<T> {
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
 * Loads the module when `wanted` is true. Returns undefined until it has loaded. A failure shows a message.
 * @param onFailed resets `wanted`, so that the next press tries again
 */
export function useLazyModule<T>(from: LazyModule<T>, wanted: boolean, onFailed: () => void): T | undefined {
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
