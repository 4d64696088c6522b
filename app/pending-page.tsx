import { useMatch } from '@tanstack/react-router'
import { use } from 'react'
import { titleText } from '#src/layout/page-title.ts'
import { pathOf } from '#src/layout/tabs/tab-path.ts'
import { TabsContext } from '#src/layout/tabs/tabs-context.ts'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'

/**
 * The outline of a page that still loads: its title, of a list also its tools and the names of its columns, and grey
 * lines.
 */
function PendingPage() {
  const { pathname, staticData } = useMatch({ strict: false })
  const tabs = use(TabsContext)
  const path = pathOf(pathname)
  const columns = tabs?.columnsOf(path) ?? []
  return (
    <div className="flex flex-col gap-3">
      <div className="flex h-8 items-center gap-2">
        <h1 className="mr-auto text-lg">{tabs?.titleOf(path) ?? titleText(staticData.title)}</h1>
        {columns.length > 0 && <span aria-hidden className="skeleton h-full w-1/2 rounded-md border border-line" />}
      </div>
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        {columns.length > 0 && (
          <div className="flex h-9 items-center gap-6 border-b border-line bg-sunken px-3 text-sm font-medium text-muted max-sm:hidden">
            {columns.map((name) => (
              <span key={name} className="flex-1 truncate first:grow-2">
                {name}
              </span>
            ))}
          </div>
        )}
        <SkeletonRows rows={columns.length > 0 ? 14 : 6} />
      </div>
    </div>
  )
}

/** Route option, to be spread: the build puts a component that stands in the route's file into the page's own code. */
export const pending = { pendingComponent: PendingPage }
