import {
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useReducer,
  useState,
} from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { line } from '#src/lib/line.ts'
import { CodeAwaited, CodeBoundary, LostCode, type LostPlace } from './lost-code.tsx'
import { toaster } from './toast.tsx'

// All code that loads on demand uses this file: a component (`lazyPart`, `lazyDialog`), or a module of several
// (`lazyModule`). A browser remembers a failed import until the page is loaded again. So code that is needed while the
// server cannot be reached is only asked for when it can.

type Component = (props: never) => ReactNode

/** A component whose code loads when it is first rendered. The caller renders `Suspense` around it. */
export function lazyComponent<T extends Component>(load: () => Promise<T>): T {
  // Seam: React's type of a lazy component loses the component's type parameters and props.
  return lazy(async () => {
    await line.ready()
    const loaded = await load().catch(async (error: unknown) => {
      await line.check(true)
      throw new LostCode(String(error))
    })
    return { default: loaded as unknown as ComponentType }
  }) as unknown as T
}

/**
 * A component whose code loads when it is first rendered. When that fails, only this part of the page has a message.
 * @param fallback shown until then; nothing by default
 * @param place where the message is shown when the code cannot be loaded
 */
export function lazyPart<T extends Component>(
  load: () => Promise<T>,
  fallback: ReactNode = null,
  place: LostPlace = 'here',
): T {
  return lazyIn<T>(
    load,
    () => fallback,
    () => place,
  )
}

type DialogOptions<P> = {
  /** False: the user has closed the dialog, which stays mounted. Default: always true. */
  isOpen?(props: P): boolean
  /** Shown until the code has loaded. Default: nothing. */
  fallback?(props: P): ReactNode
}

/**
 * A dialog, or another part over the page, whose code loads when it is first rendered.
 * @param cancel closes it before its code has loaded
 */
export function lazyDialog<T extends Component>(
  load: () => Promise<T>,
  cancel: (props: Parameters<T>[0]) => void,
  { isOpen, fallback }: DialogOptions<Parameters<T>[0]> = {},
): T {
  return lazyIn<T>(load, fallback, (props) => (isOpen?.(props) === false ? 'nowhere' : 'over'), cancel)
}

function lazyIn<T extends Component>(
  load: () => Promise<T>,
  fallback: ((props: Parameters<T>[0]) => ReactNode) | undefined,
  placeOf: (props: Parameters<T>[0]) => LostPlace,
  cancel?: (props: Parameters<T>[0]) => void,
): T {
  // Seam: the same as above.
  const make = () => lazyComponent(load) as unknown as ComponentType<Parameters<T>[0]>
  // React keeps the result of a lazy component, so a retry needs a new one.
  let part = make()
  const LazyPart = (props: Parameters<T>[0]) => {
    const [round, retry] = useReducer((before: number) => {
      part = make()
      return before + 1
    }, 0)
    const shown = part
    const place = placeOf(props)
    const onCancel = cancel && (() => cancel(props))
    return (
      <CodeBoundary key={round} place={place} onRetry={retry} onCancel={onCancel}>
        <Suspense
          fallback={
            <CodeAwaited place={place} onCancel={onCancel}>
              {fallback?.(props)}
            </CodeAwaited>
          }
        >
          {createElement(shown, props)}
        </Suspense>
      </CodeBoundary>
    )
  }
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
      if (at === undefined) {
        await line.ready()
        at = await load()
      }
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
