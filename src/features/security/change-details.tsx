import { useQuery } from '@tanstack/react-query'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { useKit } from '#src/layout/kit-context.ts'
import { formatInstant } from '#src/lib/date.ts'
import { DetailLine, DetailsCard } from '#src/ui/details-card.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { CharacterChanges } from './character-changes.tsx'
import { type ChangeInfo, sensitiveLog } from './security.queries.ts'
import type { SensitiveLogRow } from './sensitive-log.schema.ts'

/** A changed field: who, when and from where, its differences sign by sign, and what else its save has changed. */
export function ChangeDetails({ row }: { row: SensitiveLogRow }) {
  const { timeZone } = useKit()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [sensitiveLog.key, 'info', row.id],
    queryFn: ({ signal }) => sensitiveLog.info({ id: row.id }, signal),
    staleTime: 0,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard
    <section aria-label={m.crud_viewRow({ name: row.title })} tabIndex={0} className="flex flex-col gap-4 rounded-xl">
      <DetailsCard heading={m.sensitive_change()}>
        <DetailLine label={m.watch_resource()}>{row.resourceTitle}</DetailLine>
        <DetailLine label={m.sensitive_record()}>{row.title}</DetailLine>
        <DetailLine label={m.sensitive_field()}>{row.fieldTitle}</DetailLine>
        <DetailLine label={m.sensitive_actor()}>{row.actorName || m.recycle_system()}</DetailLine>
        <DetailLine label={m.sensitive_time()}>{formatInstant(row.createTime, timeZone)}</DetailLine>
        <DetailLine label={m.watch_address()}>{row.address}</DetailLine>
        <DetailLine label={m.watch_rule()}>{row.ruleName}</DetailLine>
        {row.rolledBack === 1 && (
          <DetailLine label={m.sensitive_isRolledBack()}>
            {m.recycle_restoredBy({
              name: row.rollBackName || m.recycle_system(),
              time: formatInstant(row.rollBackTime, timeZone),
            })}
          </DetailLine>
        )}
      </DetailsCard>
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data ? (
        <SkeletonRows rows={6} />
      ) : (
        <>
          <section className="rounded-xl border border-line bg-surface">
            <h2 className="border-b border-line px-5 py-3 text-base">{m.sensitive_differences()}</h2>
            <div className="px-5 py-3">
              <CharacterChanges before={data.line.before} after={data.line.after} secret={data.line.secret} />
            </div>
          </section>
          <WholeSave own={row.id} save={data.save} />
        </>
      )}
    </section>
  )
}

function WholeSave({ own, save }: { own: number; save: ChangeInfo['save'] }) {
  const others = save.filter(({ id }) => id !== own)
  if (others.length === 0) return null
  return (
    <section className="rounded-xl border border-line bg-surface">
      <h2 className="border-b border-line px-5 py-3 text-base">{m.sensitive_sameSave()}</h2>
      <ul className="px-5 py-1">
        {others.map(({ id, title, label, resource, before, after, secret, rolledBack }) => (
          <li key={id} className="border-line py-2.5 not-last:border-b">
            <p className="mb-1 flex flex-wrap items-baseline gap-x-2 text-sm">
              <span className="font-medium">{title}</span>
              <span className="text-muted">
                {resource} · {label}
              </span>
              {rolledBack && <Tag tone="success">{m.sensitive_isRolledBack()}</Tag>}
            </p>
            <CharacterChanges before={before} after={after} secret={secret} />
          </li>
        ))}
      </ul>
    </section>
  )
}
