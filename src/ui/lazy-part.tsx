import { type ComponentType, lazy, Suspense } from 'react'

/** A part of a form that is loaded when it is shown first; a grey line of a control's height stands in for it. */
export function lazyPart<TProps extends object>(load: () => Promise<ComponentType<TProps>>): ComponentType<TProps> {
  const Part = lazy(async () => ({ default: await load() }))
  return (props) => (
    <Suspense fallback={<span aria-hidden className="skeleton block h-8 rounded-md" />}>
      <Part {...props} />
    </Suspense>
  )
}
