import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { Slot } from '#src/crud/cells/slot.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Node } from '#src/resource/registry.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorLine } from '#src/ui/field-group.tsx'

/** What every panel may use of the page. */
export type PanelContext = { userId: number }

export type Panel = {
  key: string
  title(): string
  /** The nodes of which one is enough. Without it, everybody has the panel. Its endpoint checks them, too. */
  nodes?: readonly Node[]
  /** Its height in lines of a list, from which the columns are balanced. While it loads, it is as high. */
  lines: number
  /** Two neighbours share a row. */
  half?: true
  Body: ComponentType<PanelContext>
}

type Parts<TData> = Omit<Panel, 'Body'> & {
  query: UseQueryOptions<TData, Error, TData, string[]>
  /** A sentence in place of the content while there is nothing to show. */
  empty?(data: TData): string | undefined
  Content: ComponentType<PanelContext & { data: TData }>
}

/** A panel that shows the data of a query. It waits, fails and is empty by itself. */
export function queryPanel<TData>({ query, empty, Content, ...panel }: Parts<TData>): Panel {
  const Body = (context: PanelContext) => {
    const { data, error, isFetching, refetch } = useQuery(query)
    if (data === undefined && error) {
      return (
        <div role="alert" className="flex flex-1 flex-col items-start justify-center gap-2 px-4 py-3">
          <ErrorLine>{failureText(error)}</ErrorLine>
          <Button size="sm" loading={isFetching} onClick={() => void refetch()}>
            {m.ui_retry()}
          </Button>
        </div>
      )
    }
    if (data === undefined) return <PanelWaiting lines={panel.lines} />
    const nothing = empty?.(data)
    return nothing === undefined ? <Content {...context} data={data} /> : <PanelEmpty>{nothing}</PanelEmpty>
  }
  return { ...panel, Body }
}

/** Grey lines of the height that the panel will have. */
export function PanelWaiting({ lines }: { lines: number }) {
  return (
    <div role="status" className="flex flex-col">
      <span className="sr-only">{m.ui_loading()}</span>
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity
        <div key={at} aria-hidden className="flex h-9 items-center gap-4 px-4">
          <span className="skeleton h-3 rounded-sm" style={{ width: `${28 + ((at * 7) % 5) * 6}%` }} />
          <span className="skeleton ml-auto h-3 w-12 rounded-sm" />
        </div>
      ))}
    </div>
  )
}

/** A sentence in the middle of a panel that has nothing to show. */
export function PanelEmpty({ children }: { children: ReactNode }) {
  return <p className="m-auto max-w-sm px-4 py-4 text-center text-sm text-muted">{children}</p>
}

/** The card of a panel. A panel that cannot be rendered leaves the page alone. */
export function PanelCard({ panel, context, order }: { panel: Panel; context: PanelContext; order: number }) {
  const { key, title, half, Body } = panel
  const id = `dashboard-${key}`
  return (
    <section
      aria-labelledby={id}
      style={{ order }}
      className={`flex min-w-0 flex-col rounded-xl border border-line bg-surface ${half ? '' : 'sm:col-span-2'}`}
    >
      <h2 id={id} className="border-b border-line px-4 py-2 text-base">
        {title()}
      </h2>
      <Slot of={panel} part={key} render={() => <Body {...context} />} />
    </section>
  )
}
