import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ScoreImportButton } from '#src/features/exam-import/exam-import-button.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { FailureState } from '#src/layout/failure-state.tsx'
import { formatCount } from '#src/lib/count.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Input } from '#src/ui/input.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { NativeSelect } from '#src/ui/native-select.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { BoardRow } from './board-row.tsx'
import { type BoardSchool, boardQuery, EXAM_DATA } from './exam-data.queries.ts'
import type { SectionProps } from './exam-data.search.ts'
import type { PartAction } from './part-dialog.tsx'

const PartDialog = lazyDialog(
  async () => (await import('./part-dialog.tsx')).PartDialog,
  ({ onClose }) => onClose(),
)

/** Rows that are rendered at first; the others on request. */
const FIRST = 200

/** What each school has entered in each subject, and what can be done about it. */
export function BoardSection({ exam, search, onSearch }: SectionProps) {
  const can = useCan()
  const client = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(boardQuery(exam.id))
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [action, setAction] = useState<{ kind: PartAction; schools: BoardSchool[] }>()
  const [all, setAll] = useState(false)
  if (error) return <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <SkeletonRows />
  if (data.schools.length === 0) return <EmptyState title={m.examData_noSchools()} hint={m.examData_noSchoolsHint()} />
  const list = data.schools.filter((school) => isWanted(school, search))
  const acts = data.exam.held && data.exam.state === 'collecting' && can('exam/data/submit')
  const picked = data.schools.filter(({ id }) => chosen.has(id))
  const closed = data.exam.state !== 'collecting'
  const late = data.schools.filter((school) => school.late)
  const begin = (kind: PartAction, schools: BoardSchool[]) => setAction({ kind, schools })
  const toggle = (ids: readonly number[], on: boolean) =>
    setChosen((old) => new Set(on ? [...old, ...ids] : [...old].filter((id) => !ids.includes(id))))
  const submitted = data.schools.filter(({ state }) => state === 'submitted').length
  const lateCount = data.schools.filter(isLate).length
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Input
          type="search"
          aria-label={m.examData_searchSchool()}
          placeholder={m.examData_searchSchool()}
          defaultValue={search.q ?? ''}
          onChange={(event) => onSearch({ q: event.target.value || undefined })}
          className="max-w-sm"
        />
        <NativeSelect
          aria-label={m.examData_show()}
          items={[
            { value: '', label: m.examData_showAll() },
            { value: 'open', label: m.examData_showOpen() },
            { value: 'late', label: m.examData_showLate() },
          ]}
          value={search.only ?? ''}
          onChange={(only) => onSearch({ only: only === 'late' || only === 'open' ? only : undefined })}
        />
        <span className="text-muted">
          {m.examData_progress({ submitted: formatCount(submitted), all: formatCount(data.schools.length) })}
          {closed && submitted < data.schools.length && (
            <span className="text-danger-ink">
              {' · '}
              {m.examData_openCount({ count: formatCount(data.schools.length - submitted) })}
            </span>
          )}
          {lateCount > 0 && (
            <span className={closed ? undefined : 'text-danger-ink'}>
              {' · '}
              {m.examData_lateCount({ count: formatCount(lateCount) })}
            </span>
          )}
        </span>
        <span className="grow" />
        {data.exam.state === 'collecting' && picked.length === 0 && (
          <ScoreImportButton exam={exam} onClosed={() => void client.invalidateQueries({ queryKey: [EXAM_DATA] })} />
        )}
        {acts && picked.length > 0 && (
          <>
            <span className="text-muted">{m.examData_picked({ count: formatCount(picked.length) })}</span>
            <Button onClick={() => begin('remind', picked)}>{m.examData_remind()}</Button>
            <Button onClick={() => begin('extend', picked)}>{m.examData_extend()}</Button>
            <Button onClick={() => begin('return', picked)}>{m.examData_return()}</Button>
          </>
        )}
        {acts && picked.length === 0 && late.length > 0 && (
          <Button onClick={() => begin('remind', late)}>{m.examData_remindLate()}</Button>
        )}
      </div>
      {list.length === 0 ? (
        <EmptyState title={m.examData_noMatch()} />
      ) : (
        <div className="overflow-x-auto rounded-lg border border-line bg-surface">
          <table className="w-full border-collapse text-left">
            <thead className="bg-sunken text-sm">
              <tr>
                <th scope="col" className="sticky left-0 z-1 border-b border-line bg-sunken px-3 py-2 font-medium">
                  <span className="flex items-center gap-2">
                    {acts && (
                      <Checkbox
                        aria-label={m.examData_pickAll()}
                        checked={
                          list.every(({ id }) => chosen.has(id)) ||
                          (list.some(({ id }) => chosen.has(id)) && 'indeterminate')
                        }
                        onChange={(on) =>
                          toggle(
                            list.map(({ id }) => id),
                            on,
                          )
                        }
                      />
                    )}
                    {m.examData_school()}
                  </span>
                </th>
                <th scope="col" className="border-b border-line px-3 py-2 font-medium max-sm:hidden">
                  {m.exam_state()}
                </th>
                {data.subjects.map(({ id, name }) => (
                  <th
                    key={id}
                    scope="col"
                    className="border-b border-line px-2 py-2 text-right font-medium whitespace-nowrap"
                  >
                    {name}
                  </th>
                ))}
                {acts && (
                  <th scope="col" className="border-b border-line">
                    <span className="sr-only">{m.examData_actions()}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {list.slice(0, all ? list.length : FIRST).map((school) => (
                <BoardRow
                  key={school.id}
                  school={school}
                  deadline={data.exam.deadline}
                  closed={closed}
                  acts={acts}
                  chosen={chosen.has(school.id)}
                  onChoose={(on) => toggle([school.id], on)}
                  onAction={(kind) => begin(kind, [school])}
                  onDesk={() => onSearch({ section: 'desk', school: school.id, class: undefined, subject: undefined })}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!all && list.length > FIRST && (
        <Button className="self-center" onClick={() => setAll(true)}>
          {m.examData_showRest({ count: formatCount(list.length - FIRST) })}
        </Button>
      )}
      {action && (
        <PartDialog
          exam={data.exam.id}
          kind={action.kind}
          schools={action.schools}
          onDone={() => setChosen(new Set())}
          onClose={() => setAction(undefined)}
        />
      )}
    </div>
  )
}

/** Whether a school is past its deadline, or was when it first submitted. */
function isLate({ late, submittedLate }: BoardSchool): boolean {
  return late || submittedLate
}

function isWanted(school: BoardSchool, { q, only }: SectionProps['search']): boolean {
  const { name, state } = school
  if (q && !name.toLowerCase().includes(q.toLowerCase())) return false
  return only === 'late' ? isLate(school) : only === 'open' ? state !== 'submitted' : true
}
