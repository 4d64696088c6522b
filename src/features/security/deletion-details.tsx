import { useQuery } from '@tanstack/react-query'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { formatInstant } from '#src/lib/date.ts'
import { DetailLine, DetailsCard } from '#src/ui/details-card.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import type { RecycleLogRow } from './recycle-log.schema.ts'
import { type DeletionInfo, recycleLog } from './security.queries.ts'

/** A deletion: who, when and from where, the row as it was, and what went with it. */
export function DeletionDetails({ row }: { row: RecycleLogRow }) {
  const { timeZone } = useKit()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [recycleLog.key, 'info', row.id],
    queryFn: ({ signal }) => recycleLog.info({ id: row.id }, signal),
    staleTime: 0,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard
    <section aria-label={m.crud_viewRow({ name: row.title })} tabIndex={0} className="flex flex-col gap-4 rounded-xl">
      <DetailsCard heading={m.recycle_deletion()}>
        <DetailLine label={m.watch_resource()}>{row.resourceTitle}</DetailLine>
        <DetailLine label={m.recycle_actor()}>{row.actorName || m.recycle_system()}</DetailLine>
        <DetailLine label={m.recycle_time()}>{formatInstant(row.createTime, timeZone)}</DetailLine>
        <DetailLine label={m.watch_address()}>{row.address}</DetailLine>
        <DetailLine label={m.recycle_together()}>{formatCount(row.together)}</DetailLine>
        <DetailLine label={m.watch_rule()}>{row.ruleName}</DetailLine>
        {row.restored === 1 && (
          <DetailLine label={m.recycle_isRestored()}>
            {m.recycle_restoredBy({
              name: row.restoreName || m.recycle_system(),
              time: formatInstant(row.restoreTime, timeZone),
            })}
          </DetailLine>
        )}
      </DetailsCard>
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data ? (
        <SkeletonRows rows={6} />
      ) : (
        <Content info={data} />
      )}
    </section>
  )
}

function Content({ info }: { info: DeletionInfo }) {
  return (
    <>
      <DetailsCard heading={m.recycle_content()}>
        {info.fields.map(({ field, label, text, secret }) => (
          <DetailLine key={field} label={label}>
            {secret ? (
              <span title={m.recycle_masked()}>{text}</span>
            ) : (
              text && <span className="wrap-anywhere whitespace-pre-wrap">{text}</span>
            )}
          </DetailLine>
        ))}
      </DetailsCard>
      <Groups heading={m.recycle_owned()} groups={info.owned} />
      <Groups heading={m.recycle_emptied()} groups={info.emptied} />
      <Groups heading={m.recycle_others()} groups={info.others} />
    </>
  )
}

function Groups({ heading, groups }: { heading: string; groups: DeletionInfo['owned'] }) {
  if (groups.length === 0) return null
  return (
    <DetailsCard heading={heading}>
      {groups.map(({ title, count, names }) => (
        <DetailLine key={title} label={title}>
          {names.length === 0
            ? formatCount(count)
            : m.recycle_named({ count: formatCount(count), names: names.join(m.crud_listSeparator()) })}
        </DetailLine>
      ))}
    </DetailsCard>
  )
}
