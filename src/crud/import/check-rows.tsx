import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { WarningKind } from '#src/server/import/warnings.server.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ScrollBox } from '#src/ui/scroll-box.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { checkedRows, type ListedRows } from './import-calls.ts'

type CheckRowsProps = {
  resource: string
  id: number /** Job id of the check. */
  round: number
  action: ListedRows
  /** Only rows with this kind of warning. */
  kind?: WarningKind | undefined
  label: string
}

/** Shows the checked rows with one action: why they are refused, or what will change. */
export function CheckRows({ resource, id, round, action, kind, label }: CheckRowsProps) {
  const found = useInfiniteQuery({
    queryKey: ['import-rows', resource, id, round, action, kind],
    queryFn: ({ pageParam }) => checkedRows(resource, id, { action, kind, after: pageParam }),
    initialPageParam: 0,
    getNextPageParam: ({ list, more }) => (more ? list.at(-1)?.row : undefined),
  })
  if (found.isPending) return <SkeletonRows rows={4} />
  if (found.error) return <Banner tone="danger">{failureText(found.error)}</Banner>
  return (
    <ScrollBox label={label} className="max-h-80 overflow-y-auto text-sm">
      <ul>
        {found.data.pages
          .flatMap(({ list }) => list)
          .map(({ row, title, errors, warnings, changes }) => (
            <li key={row} className="flex gap-3 border-b border-line px-3 py-2 last:border-0">
              <span className="tabular min-w-16 shrink-0 whitespace-nowrap text-muted">
                {m.import_rowNumber({ row })}
              </span>
              <div className="min-w-0 flex-1">
                <p className="font-medium break-words">{title || '—'}</p>
                {errors.map(({ field, label: name, text, shown }) => (
                  <p key={field} className="text-danger-ink">
                    {name && `${name}${m.import_colon()}`}
                    {/* Some messages already contain the value. */}
                    {shown && !text.includes(shown) && <span className="mr-1 text-muted">“{shown}”</span>}
                    {text}
                  </p>
                ))}
                {warnings.map(({ kind: one, field, label: name, text }) => (
                  <p key={`${one} ${field}`} className="text-warning-ink">
                    {name && `${name}${m.import_colon()}`}
                    {text}
                  </p>
                ))}
                {changes.map(({ label: name, before, after }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: several records of a line may have the same field
                  <p key={at} className="flex flex-wrap items-center gap-1">
                    <span className="text-muted">{name}</span>
                    {/* A new row has no values before. */}
                    {action !== 'new' && (
                      <>
                        <del className="text-muted">{before || m.import_empty()}</del>
                        <ArrowRight aria-hidden size={12} className="text-subtle" />
                      </>
                    )}
                    <ins className="no-underline">{after || m.import_empty()}</ins>
                  </p>
                ))}
              </div>
            </li>
          ))}
      </ul>
      {found.hasNextPage && (
        <Button
          size="sm"
          variant="ghost"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
          className="m-2"
        >
          {m.import_moreRows()}
        </Button>
      )}
    </ScrollBox>
  )
}
