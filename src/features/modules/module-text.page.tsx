import { RichText } from '#src/crud/rich-text/rich-text.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import type { ShownModulePage } from './module-page.queries.ts'

/** A page of a module: a text. */
export function ModuleTextPage({ page }: { page: ShownModulePage }) {
  // Only a browser can read HTML.
  const isAlive = useHydrated()
  return (
    <div className="flex flex-col gap-3">
      <h1 className="text-xl">{page.title}</h1>
      <div className="rounded-xl border border-line bg-surface px-4 py-3">
        {isAlive ? <RichText html={page.content} /> : <SkeletonRows rows={6} />}
      </div>
    </div>
  )
}
