import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { FailureState } from '#src/layout/failure-state.tsx'
import { SUPER } from '#src/resource/registry.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Designer } from './designer.tsx'
import { fileTarget } from './designer-draft.ts'
import type { DesignerSearch, DesignerTab } from './designer-search.ts'
import { choicesQuery, type DesignAnswer, type DesignSource, designQuery, generations } from './generator.queries.ts'
import { blankDesign } from './presets.ts'

type DesignerPageProps = {
  search: DesignerSearch
  onTab(tab: DesignerTab): void
  /** Goes on with the design of a generated screen. */
  onSource(source: { key: string }): void
}

/** The page of the designer. */
export function DesignerPage({ search, ...rest }: DesignerPageProps) {
  const can = useCan()
  const source = sourceOf(search)
  const props = { ...rest, tab: search.tab ?? 'design' }
  if (!can(SUPER)) return <EmptyState title={m.designer_superOnly()} />
  if (source) return <Read key={targetOf(source)} {...props} source={source} />
  const target = search.file === undefined ? 'new' : fileTarget(search.file)
  return <Fresh key={target} {...props} target={target} />
}

type PartProps = Omit<DesignerPageProps, 'search'> & { tab: DesignerTab }

/** A new design: with nothing, or with what was read of a file, which is its draft. */
function Fresh({ target, ...props }: PartProps & { target: string }) {
  const [start] = useState((): DesignAnswer => ({ design: blankDesign(), base: null, path: null, relations: [] }))
  return <Loaded {...props} start={start} target={target} onReload={() => {}} />
}

function Read(props: PartProps & { source: DesignSource }) {
  const { data, error, isFetching, refetch } = useQuery(designQuery(props.source))
  if (error && !data) return <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <SkeletonRows rows={8} />
  return <Loaded {...props} start={data} target={targetOf(props.source)} onReload={() => void refetch()} />
}

type LoadedProps = PartProps & { start: DesignAnswer; target: string; onReload(): void }

function Loaded({ start, target, tab, onTab, onSource, onReload }: LoadedProps) {
  const client = useQueryClient()
  const { data: choices, error, isFetching, refetch } = useQuery(choicesQuery)
  // After a generation, the designer begins anew with what is stored then.
  const [round, setRound] = useState(0)
  if (error && !choices) return <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
  if (!choices) return <SkeletonRows rows={8} />
  return (
    <Designer
      key={`${target} ${round}`}
      start={start}
      target={target}
      choices={choices}
      tab={tab}
      onTab={onTab}
      onReload={onReload}
      onGenerated={async ({ key }) => {
        await client.fetchQuery(designQuery({ key })).catch(() => undefined)
        void client.invalidateQueries({ queryKey: [generations.key, 'list'] })
        void client.invalidateQueries({ queryKey: [generations.key, 'total'] })
        void client.invalidateQueries({ queryKey: choicesQuery.queryKey })
        void client.invalidateQueries({ queryKey: ['resource'] })
        setRound((before) => before + 1)
        onSource({ key })
      }}
    />
  )
}

function targetOf(source: DesignSource): string {
  if ('key' in source) return `key:${source.key}`
  return 'log' in source ? `log:${source.log}` : `table:${source.table}`
}

function sourceOf({ key, log, table }: DesignerSearch): DesignSource | undefined {
  if (key !== undefined) return { key }
  if (log !== undefined) return { log }
  return table === undefined ? undefined : { table }
}
