import type { ReactNode } from 'react'
import { amountText } from '#src/features/ledger/amount-text.ts'
import type { LedgerKind } from '#src/features/ledger/ledger.schema.ts'
import { Signed } from '#src/features/ledger/signed.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'

/** A day: what has changed, and what was there at its end. In cents or points. */
export type WeekDay = { day: string; change: number; after: number }

type WeekCardProps = { kind: LedgerKind; days: readonly WeekDay[]; link: ReactNode }

/** The changes of the last seven days: as bars, and in words for whoever wants the numbers. */
export function WeekCard({ kind, days, link }: WeekCardProps) {
  const sum = days.reduce((total, { change }) => total + change, 0)
  const quiet = days.every(({ change }) => change === 0)
  return (
    <section
      aria-label={kind === 'money' ? m.overview_balance() : m.overview_points()}
      className="flex min-w-0 flex-1 basis-72 flex-col rounded-xl border border-line bg-surface"
    >
      <div className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-5 py-3">
        <h2 className="text-base">{kind === 'money' ? m.overview_balance() : m.overview_points()}</h2>
        <p className="tabular text-base font-semibold">{amountText(kind, days.at(-1)?.after ?? 0)}</p>
        <span className="ml-auto">{link}</span>
      </div>
      <div className="flex flex-col gap-2 px-5 py-4">
        <p className="text-sm text-muted">
          {m.overview_week()}
          {': '}
          {quiet ? m.overview_weekQuiet() : sum === 0 ? amountText(kind, 0) : <Signed kind={kind} amount={sum} />}
        </p>
        <Bars kind={kind} days={days} />
        {!quiet && <Numbers kind={kind} days={days} />}
      </div>
    </section>
  )
}

type DaysProps = Omit<WeekCardProps, 'link'>

/** A bar for each day: upwards what came in, downwards what went out. The table says the same in numbers. */
function Bars({ kind, days }: DaysProps) {
  const most = Math.max(1, ...days.map(({ change }) => Math.abs(change)))
  const below = days.some(({ change }) => change < 0)
  const above = days.some(({ change }) => change > 0) || !below
  return (
    <div aria-hidden className="grid grid-cols-7 gap-1.5">
      {days.map(({ day, change }) => {
        const height = `${Math.max(4, (Math.abs(change) / most) * 100)}%`
        return (
          <div key={day} title={`${day} ${amountText(kind, change)}`} className="flex min-w-0 flex-col">
            {above && (
              <div className="flex h-14 items-end">
                {change > 0 && <span style={{ height }} className="w-full rounded-t-sm bg-success-ink" />}
              </div>
            )}
            <div className="border-t border-line" />
            {below && (
              <div className="flex h-14 items-start">
                {change < 0 && <span style={{ height }} className="w-full rounded-b-sm bg-danger" />}
              </div>
            )}
            <span className="tabular mt-1 text-center text-xs text-muted">{shortDay(day)}</span>
          </div>
        )
      })}
    </div>
  )
}

function Numbers({ kind, days }: DaysProps) {
  const cell = 'py-1.5 text-end'
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer text-muted hover:text-ink">{m.overview_weekNumbers()}</summary>
      <table className="tabular mt-1 w-full">
        <thead>
          <tr className="text-muted">
            <th className="py-1.5 text-start font-normal">{m.overview_day()}</th>
            <th className={cx(cell, 'font-normal')}>{m.overview_change()}</th>
            <th className={cx(cell, 'font-normal')}>{m.overview_after()}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, change, after }) => (
            <tr key={day} className="border-t border-line">
              <th className="py-1.5 text-start font-normal">{day}</th>
              <td className={cell}>{change === 0 ? amountText(kind, 0) : <Signed kind={kind} amount={change} />}</td>
              <td className={cell}>{amountText(kind, after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** `11-27` of `2026-11-27`. */
function shortDay(day: string): string {
  return day.slice(5)
}
