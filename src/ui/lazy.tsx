import {
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useState,
} from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { line } from '#src/lib/line.ts'
import { CodeAwaited, CodeBoundary, LostCode, type LostPlace } from './lost-code.tsx'
import { toaster } from './toast.tsx'
import { useHydrated } from './use-hydrated.ts'

// All code that loads on demand uses this file: a component (`lazyPart`, `lazyDialog`), or a module of several
// (`lazyModule`). A browser remembers a failed import until the page is loaded again. So code that is needed while the
// server cannot be reached is only asked for when it can.

type Component = (props: never) => ReactNode

type WarmOptions = {
  /**
   * `warmCode` loads it before it is rendered: `first` the form of a row with its parts, which load together, or
   * `later`. Default: never.
   */
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
  return lazy(async () => ({ default: (await askFor(code)) as unknown as ComponentType })) as unknown as T
}

/** @throws LostCode */
async function askFor<T>(code: LazyModule<T>): Promise<T> {
  try {
    return await code.load()
  } catch (error) {
    await line.check(true)
    throw new LostCode(String(error))
  }
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
  const loaded = () => code.loaded() as unknown as typeof part | undefined
  const LazyPart = (props: Parameters<T>[0]) => {
    const isAlive = useHydrated()
    // Only markup of the server needs a component that suspends. React shows what was suspended no sooner than 300 ms
    // after its fallback, so a part that the user opens waits in an effect instead. Undefined: it waits.
    const [shown, setShown] = useState(() => loaded() ?? (isAlive ? undefined : part))
    // React keeps the result of a lazy component, so a retry needs a new one.
    const [round, retry] = useReducer((before: number) => {
      part = make()
      setShown(loaded)
      return before + 1
    }, 0)
    const show = useCallback(() => setShown(loaded), [])
    const place = placeOf(props)
    const onCancel = cancel && (() => cancel(props))
    // Kept, because this renders again as soon as the page is alive: React gives up markup of the server whose part
    // gets new children before its code is there, and would show the fallback in its place.
    const content = useMemo(() => {
      const awaited = (
        <CodeAwaited place={placeOf(props)} onCancel={cancel && (() => cancel(props))}>
          {fallback?.(props)}
        </CodeAwaited>
      )
      return shown ? (
        <Suspense fallback={awaited}>{createElement(shown, props)}</Suspense>
      ) : (
        <Wait for={code} onLoaded={show}>
          {awaited}
        </Wait>
      )
    }, [shown, props, show])
    return (
      <CodeBoundary key={round} place={place} onRetry={retry} onCancel={onCancel}>
        {content}
      </CodeBoundary>
    )
  }
  return LazyPart as unknown as T
}

/** Shows `children` until the code has loaded. Throws what goes wrong, for the boundary around it. */
function Wait<T>({ for: code, onLoaded, children }: { for: LazyModule<T>; onLoaded(): void; children: ReactNode }) {
  const [lost, setLost] = useState<unknown>()
  useEffect(() => {
    let current = true
    askFor(code).then(
      () => current && onLoaded(),
      (error: unknown) => current && setLost(error),
    )
    return () => {
      current = false
    }
  }, [code, onLoaded])
  if (lost !== undefined) throw lost
  return children
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
        // What a form consists of arrives together with it, not after its first render.
        if (warm === 'first') loadFirst()
        await line.ready()
        at = await load()
      }
      return at
    },
  }
  if (warm && typeof window !== 'undefined') cold[warm].add(code.load)
  return code
}

/** Loads the form of a row with its parts (`warm: 'first'`), when it is about to open. */
export function loadFirst(): void {
  const loads = [...cold.first]
  cold.first.clear()
  for (const load of loads) load().catch(() => undefined)
}

/**
 * Loads the code that is marked with `warm`, also what that code marks itself: one part after the other.
 * @param calm resolves when the next part may load
 */
export async function warmCode(calm: () => Promise<void>): Promise<void> {
  for (;;) {
    const from = cold.first.size > 0 ? cold.first : cold.later
    const [load] = from
    if (!load) return
    from.delete(load)
    await calm()
    await load()
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
        toaster.error(m.failure_safe({ reason: navigator.onLine ? m.error_network() : m.error_offline() }))
        onFailed()
      },
    )
    return () => {
      current = false
    }
  })
  return at
}
