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

type WarmOptions = {
  /** `warmCode` loads it before it is rendered: `first` what the user most likely opens, or `later`. Default: never. */
  warm?: 'first' | 'later'
}

/** Marked code that nobody has asked to load early yet. */
const cold = { first: new Set<() => Promise<unknown>>(), later: new Set<() => Promise<unknown>>() }

/** A component whose code loads when it is first rendered. The caller renders `Suspense` around it. */
export function lazyComponent<T extends Component>(load: () => Promise<T>): T {
  return lazyOf(lazyModule(load))
}

function lazyOf<T extends Component>(code: LazyModule<T>): T {
  // Seam: React's type of a lazy component loses the component's type parameters and props.
  return lazy(async () => {
    const loaded = await code.load().catch(async (error: unknown) => {
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
  { place = 'here', warm }: WarmOptions & { place?: LostPlace } = {},
): T {
  return lazyIn<T>(
    lazyModule(load, { warm }),
    () => fallback,
    () => place,
  )
}

type DialogOptions<P> = WarmOptions & {
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
  { isOpen, fallback, warm }: DialogOptions<Parameters<T>[0]> = {},
): T {
  return lazyIn<T>(
    lazyModule(load, { warm }),
    fallback,
    (props) => (isOpen?.(props) === false ? 'nowhere' : 'over'),
    cancel,
  )
}

function lazyIn<T extends Component>(
  code: LazyModule<T>,
  fallback: ((props: Parameters<T>[0]) => ReactNode) | undefined,
  placeOf: (props: Parameters<T>[0]) => LostPlace,
  cancel?: (props: Parameters<T>[0]) => void,
): T {
  // Seam: the same as above.
  const make = () => lazyOf(code) as unknown as ComponentType<Parameters<T>[0]>
  let part = make()
  // Code that is there is rendered as it is: no wait, no fallback, and no question whether the server can be reached.
  const current = () => (code.loaded() as unknown as typeof part | undefined) ?? part
  const LazyPart = (props: Parameters<T>[0]) => {
    const [shown, setShown] = useState(current)
    // React keeps the result of a lazy component, so a retry needs a new one.
    const [round, retry] = useReducer((before: number) => {
      part = make()
      setShown(current)
      return before + 1
    }, 0)
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
export function lazyControl<T extends Component>(load: () => Promise<T>, options?: WarmOptions): T {
  return lazyPart(load, <span aria-hidden className="skeleton block h-8 rounded-md" />, options)
}

/** A module that a page loads on demand and keeps. */
export type LazyModule<T> = { loaded(): T | undefined; load(): Promise<T> }

/** @param load a dynamic import; after a failure the next call tries again */
export function lazyModule<T>(load: () => Promise<T>, { warm }: WarmOptions = {}): LazyModule<T> {
  let at: T | undefined
  const code = {
    loaded: () => at,
    async load() {
      if (at === undefined) {
        await line.ready()
        at = await load()
      }
      return at
    },
  }
  if (warm && typeof window !== 'undefined') cold[warm].add(code.load)
  return code
}

/** Loads the code that is marked with `warm`, also what that code marks itself. */
export async function warmCode(): Promise<void> {
  for (;;) {
    const next = cold.first.size > 0 ? cold.first : cold.later
    if (next.size === 0) return
    const loads = [...next]
    next.clear()
    await Promise.all(loads.map((load) => load()))
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
