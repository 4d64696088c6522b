import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Pager } from '#src/crud/list/pager.tsx'
import { RowActions } from '#src/crud/row/row-actions.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { formatMinute } from '#src/lib/date.ts'
import type { FilterTree } from '#src/resource/filter-tree.ts'
import { labelText } from '#src/resource/label.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { NativeSelect } from '#src/ui/native-select.tsx'
import { ScrollBox } from '#src/ui/scroll-box.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { corrections } from './correction.queries.ts'
import type { CorrectionRow } from './correction.row.ts'
import { correctionStates } from './correction.schema.ts'
import { useDecisions } from './use-decisions.tsx'

/** The corrections of an exam by state, with what the user may do with them. */
export function CorrectionQueue({ examId }: { examId: number }) {
  const [state, setState] = useState('waiting')
  const [[page, limit], setPage] = useState([1, 50])
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...corrections.list(queryOf(examId, state, page, limit)),
    staleTime: 0,
  })
  const decisions = useDecisions({ onDone: () => setChosen(new Set()) })
  if (!data)
    return error ? (
      <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <SkeletonRows rows={4} />
    )
  const rows = data.list
  const open = rows.filter(decisions.mayDecide)
  const picked = open.filter(({ id }) => chosen.has(id))
  const turn = (next: [number, number]) => {
    setPage(next)
    setChosen(new Set())
  }
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <NativeSelect
          aria-label={m.correction_show()}
          items={[
            ...correctionStates.map(({ value, label }) => ({ value, label: labelText(label) })),
            { value: '', label: m.correction_all() },
          ]}
          value={state}
          onChange={(next) => {
            setState(next)
            turn([1, limit])
          }}
        />
        {picked.length > 0 && (
          <>
            <span className="text-muted">{m.correction_picked({ count: formatCount(picked.length) })}</span>
            <Button variant="primary" onClick={() => decisions.decide('accept', picked)}>
              {m.correction_accept()}
            </Button>
            <Button onClick={() => decisions.decide('refuse', picked)}>{m.correction_refuse()}</Button>
          </>
        )}
      </div>
      {rows.length === 0 ? (
        <EmptyState title={m.correction_none()} hint={state === '' ? undefined : m.correction_noneHint()} />
      ) : (
        <ScrollBox
          label={m.menu_correction()}
          className="relative overflow-x-auto rounded-xl border border-line bg-surface"
        >
          <table className="w-full text-left">
            <QueueHead open={open} picked={picked.length} onPick={(on) => setChosen(idsOf(on ? open : []))} />
            <tbody>
              {rows.map((row) => (
                <QueueRow
                  key={row.id}
                  row={row}
                  subject={data.labels.subjectId?.[row.subjectId] ?? ''}
                  org={data.labels.orgId?.[row.orgId] ?? ''}
                  decisions={decisions}
                  picks={open.length > 0}
                  picked={chosen.has(row.id)}
                  onPick={(on) => setChosen(idsOf(open.filter(({ id }) => (id === row.id ? on : chosen.has(id)))))}
                />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {(data.total ?? rows.length) > limit && (
        <Pager
          page={page}
          limit={limit}
          total={data.total ?? rows.length}
          cursor={undefined}
          waiting={isPlaceholderData}
          onMove={({ page: to = 1 }) => turn([to, limit])}
          onLimit={(to) => turn([1, to])}
        />
      )}
      {decisions.dialog}
    </section>
  )
}

const idsOf = (rows: readonly CorrectionRow[]) => new Set(rows.map(({ id }) => id))

/** The first that waits is the first to decide; of others, the newest come first. */
function queryOf(examId: number, state: string, page: number, limit: number) {
  const ofExam: FilterTree = { field: 'examId', operator: 'eq', val: examId }
  const filter: FilterTree = state === '' ? ofExam : { and: [ofExam, { field: 'state', operator: 'eq', val: state }] }
  return {
    page: String(page),
    limit: String(limit),
    order: state === 'waiting' ? 'createTime,asc' : 'createTime,desc',
    filter: JSON.stringify(filter),
  }
}

type QueueHeadProps = { open: readonly CorrectionRow[]; picked: number; onPick(on: boolean): void }

function QueueHead({ open, picked, onPick }: QueueHeadProps) {
  const heads = [
    m.correction_candidate(),
    m.correction_subject(),
    m.correction_mark(),
    m.correction_reason(),
    m.correction_asker(),
    m.correction_state(),
  ]
  return (
    <thead>
      <tr className="border-b border-line text-muted">
        {open.length > 0 && (
          <th className="px-3 py-2">
            <Checkbox
              aria-label={m.correction_pickAll()}
              checked={picked === open.length || (picked > 0 && 'indeterminate')}
              onChange={onPick}
            />
          </th>
        )}
        {heads.map((head) => (
          <th key={head} scope="col" className="px-3 py-2 font-medium whitespace-nowrap">
            {head}
          </th>
        ))}
        <th scope="col" className="px-3 py-2">
          <span className="sr-only">{m.examData_actions()}</span>
        </th>
      </tr>
    </thead>
  )
}

type QueueRowProps = {
  row: CorrectionRow
  subject: string
  org: string
  decisions: ReturnType<typeof useDecisions>
  /** Whether the table has a column of checkboxes. */
  picks: boolean
  picked: boolean
  onPick(on: boolean): void
}

function QueueRow({ row, subject, org, decisions, picks, picked, onPick }: QueueRowProps) {
  const { timeZone } = useKit()
  const state = correctionStates.find(({ value }) => value === row.state)
  return (
    <tr className="border-line align-top not-last:border-b">
      {picks && (
        <td className="px-3 py-2">
          {decisions.mayDecide(row) && (
            <Checkbox aria-label={m.correction_pick({ number: row.number })} checked={picked} onChange={onPick} />
          )}
        </td>
      )}
      <th scope="row" className="px-3 py-2 text-left font-normal">
        <span className="block whitespace-nowrap">{row.name}</span>
        <span className="tabular block text-xs whitespace-nowrap text-muted">{[row.number, org].join(' · ')}</span>
      </th>
      <td className="px-3 py-2 whitespace-nowrap">{subject}</td>
      <td className="tabular px-3 py-2 font-medium whitespace-nowrap">
        {`${row.was || m.correction_noPaper()} → ${row.wanted}`}
      </td>
      <td className="max-w-sm px-3 py-2 wrap-anywhere">{row.reason}</td>
      <td className="px-3 py-2">
        <span className="block whitespace-nowrap">{row.asker}</span>
        <span className="block text-xs whitespace-nowrap text-muted">{formatMinute(row.createTime, timeZone)}</span>
      </td>
      <td className="px-3 py-2">
        {state && <Tag tone={state.tone}>{labelText(state.label)}</Tag>}
        {row.decideTime !== null && (
          <span className="block text-xs text-muted">
            {[row.decider, formatMinute(row.decideTime, timeZone)].join(' ').trim()}
          </span>
        )}
        {row.answer !== '' && <span className="block text-sm wrap-anywhere">{row.answer}</span>}
      </td>
      <td className="px-1 py-1.5">
        <RowActions row={row} name={row.number} actions={decisions.actions} />
      </td>
    </tr>
  )
}
