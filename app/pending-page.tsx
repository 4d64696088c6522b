import { useMatch } from '@tanstack/react-router'
import { use } from 'react'
import { titleText } from '#src/layout/page-title.ts'
import { pathOf } from '#src/layout/tabs/tab-path.ts'
import { TabsContext } from '#src/layout/tabs/tabs-context.ts'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'

// Shown while a page loads. Every page contains this, because it must be there before any code of the next page.

function usePending() {
  const { pathname, staticData } = useMatch({ strict: false })
  const tabs = use(TabsContext)
  const path = pathOf(pathname)
  return { title: tabs?.titleOf(path) ?? titleText(staticData.title), columns: tabs?.columnsOf(path) ?? [] }
}

/** The outline of a list: its title, its tools, the names of its columns, and grey rows. */
export function PendingList() {
  const { title, columns } = usePending()
  return (
    <div className="fill-page flex flex-col gap-3">
      <div className="flex h-8 items-center gap-2">
        <h1 className="mr-auto text-lg">{title}</h1>
        <Grey className="h-8 w-52 max-sm:hidden" />
        <Grey className="h-8 w-24" />
      </div>
      <div className="min-h-0 overflow-hidden rounded-lg border border-line bg-surface">
        <div className="flex h-9 items-center gap-6 border-b border-line bg-sunken px-3 text-sm font-medium whitespace-nowrap text-muted max-sm:hidden">
          {columns.map((name, index) => (
            <span key={name} className={index === 0 ? 'flex-1' : undefined}>
              {name}
            </span>
          ))}
        </div>
        <SkeletonRows rows={14} />
      </div>
    </div>
  )
}

/** The outline of a page that is no list: its title, and the shapes of a form. */
export function PendingPage() {
  const { title } = usePending()
  return (
    <div className="flex flex-col gap-3">
      <h1 className="flex h-8 items-center text-lg">{title}</h1>
      <div className="rounded-lg border border-line bg-surface p-4">
        <SkeletonRows rows={6} />
      </div>
    </div>
  )
}

function Grey({ className }: { className: string }) {
  return <span aria-hidden className={`skeleton rounded-md ${className}`} />
}
