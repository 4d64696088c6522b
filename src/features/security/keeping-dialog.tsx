import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { NumberInput } from '#src/ui/number-input.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { type KeptMonth, keepingQuery } from './security.queries.ts'

/** Which months of the history would go, and what keeps each of the others. Nothing is deleted here. */
export function KeepingDialog({ onClose }: { onClose(): void }) {
  const [months, setMonths] = useState<number>()
  const { data, error, isFetching, refetch } = useQuery({ ...keepingQuery(months), placeholderData: keepPreviousData })
  const going = data?.list.filter(({ goes }) => goes).length ?? 0
  return (
    <Dialog
      open
      onRequestClose={onClose}
      title={m.keeping_title()}
      size="lg"
      footer={<Button onClick={onClose}>{m.ui_close()}</Button>}
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted">{m.keeping_intro()}</p>
        {error ? (
          <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : !data ? (
          <SkeletonRows rows={5} />
        ) : (
          <>
            <FormField
              label={m.keeping_months()}
              hint={data.setting === 0 ? m.keeping_settingEver() : m.keeping_setting({ count: data.setting })}
              className="max-w-72"
            >
              <NumberInput
                value={months ?? data.setting}
                min={0}
                max={1200}
                onChange={(next) => {
                  const whole = typeof next === 'number' && Number.isInteger(next) && next >= 0 && next <= 1200
                  setMonths(whole ? next : undefined)
                }}
              />
            </FormField>
            <Banner tone={going > 0 ? 'warning' : 'info'}>
              {data.months === 0
                ? m.keeping_allKept()
                : going === 0
                  ? m.keeping_noneGoes()
                  : m.keeping_goes({ count: going })}
            </Banner>
            <ul className="rounded-lg border border-line">
              {data.list.map((month) => (
                <MonthLine key={month.month} month={month} ever={data.months === 0} />
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  )
}

function MonthLine({ month: { month, rows, old, goes, wanted }, ever }: { month: KeptMonth; ever: boolean }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-line px-3 py-2 not-last:border-b">
      <span className="tabular w-24 font-medium">{month}</span>
      <span className="tabular w-32 text-sm text-muted">{m.keeping_rows({ count: rows })}</span>
      <span className="flex min-w-0 flex-1 flex-wrap gap-1">
        {goes ? (
          <Tag tone="danger">{m.keeping_willGo()}</Tag>
        ) : old ? (
          wanted.map((wish) => (
            <Tag key={`${wish.kind} ${wish.id} ${wish.name}`} tone={wish.kind === 'hold' ? 'warning' : 'accent'}>
              {reason(wish)}
            </Tag>
          ))
        ) : (
          <Tag>{ever ? m.keeping_ever() : m.keeping_recent()}</Tag>
        )}
      </span>
    </li>
  )
}

function reason({ kind, name }: KeptMonth['wanted'][number]): string {
  if (kind === 'recycle') return m.keeping_recycle({ name })
  if (kind === 'hold') return m.keeping_hold({ name })
  return kind === 'undo' ? m.keeping_undo() : m.keeping_published({ name })
}
