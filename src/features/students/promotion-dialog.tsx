import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { choiceOption } from '#src/crud/fields/choice-option.ts'
import { useChoices } from '#src/crud/fields/use-choices.ts'
import { beginJob } from '#src/crud/jobs/job-calls.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Combobox } from '#src/ui/combobox.tsx'
import { DateInput } from '#src/ui/date-input.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { FormField } from '#src/ui/field.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { type ClassChoices, chosen, PromotionTable } from './promotion-table.tsx'
import { type PromotedClassView, students } from './student.queries.ts'

/** Moves a year of pupils up: shows what becomes of each class, takes other choices, and starts the job. */
export function PromotionDialog({ onClose }: { onClose(): void }) {
  const { timeZone } = useKit()
  const [year, setYear] = useState<{ id: number; name: string }>()
  const [since, setSince] = useState<string | null>(nextFirstDay)
  const [until, setUntil] = useState<string | null>(() => `${nextFirstDay().slice(0, 4)}-06-30`)
  const [choices, setChoices] = useState<ClassChoices>(new Map())
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [students.key, 'promotion', year?.id, since],
    queryFn: ({ signal }) => students.promotion({ yearId: String(year?.id ?? 0), since: since ?? '' }, signal),
    enabled: year !== undefined && since !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const { pending, refusal, write } = useDialogWrite({ onChanged: () => undefined, onClose })
  const list = data?.list.map((one) => chosen(one, choices)) ?? []
  const graduating = list.some(({ action }) => action === 'graduate')
  const acting = list.some(({ action }) => action !== 'stay')
  const promote = () =>
    void write(async (key) => {
      const changes = list
        .filter(({ orgId }) => choices.has(orgId))
        .map(({ orgId, action, to }) => ({ orgId, action, to: action === 'move' ? to : null }))
      const sent = students.promote(
        {
          yearId: year?.id ?? 0,
          since: since ?? '',
          until: graduating ? until : null,
          digest: data?.digest ?? '',
          changes,
        },
        key,
      )
      await beginJob(sent)
      return sent
    })
  return (
    <Dialog
      open
      onRequestClose={() => !pending && onClose()}
      title={m.promotion_title()}
      size="xl"
      footer={
        <>
          <p className="mr-auto self-center text-muted text-sm">{data && list.length > 0 ? summaryOf(list) : ''}</p>
          <Button onClick={onClose} disabled={pending}>
            {m.ui_cancel()}
          </Button>
          <Button variant="primary" loading={pending} disabled={!data || !acting} onClick={promote}>
            {m.promotion_confirm()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted">{m.promotion_text()}</p>
        <div className="grid gap-3 sm:grid-cols-3">
          <Year
            value={year}
            onChoose={(next) => {
              setYear(next)
              setChoices(new Map())
            }}
          />
          <FormField label={m.promotion_since()} required>
            <DateInput value={since} onChange={setSince} timeZone={timeZone} />
          </FormField>
          {graduating && (
            <FormField label={m.promotion_until()} required>
              <DateInput value={until} onChange={setUntil} timeZone={timeZone} />
            </FormField>
          )}
        </div>
        {refusal && (
          <Banner
            tone="danger"
            action={
              <Button size="sm" onClick={() => void refetch()}>
                {m.promotion_again()}
              </Button>
            }
          >
            {refusal}
          </Banner>
        )}
        {error ? (
          <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : data && list.length === 0 ? (
          <EmptyState title={m.promotion_nobody()} />
        ) : data ? (
          <PromotionTable plan={data} choices={choices} onChoices={setChoices} />
        ) : (
          year && since && <SkeletonRows rows={6} />
        )}
      </div>
    </Dialog>
  )
}

function summaryOf(list: readonly PromotedClassView[]): string {
  const of = (...actions: PromotedClassView['action'][]) =>
    formatCount(list.reduce((sum, { action, count }) => (actions.includes(action) ? sum + count : sum), 0))
  return m.promotion_summary({ moved: of('move', 'create'), graduated: of('graduate'), stayed: of('stay') })
}

/** September 1 of this year; from November on, of the next one. */
function nextFirstDay(): string {
  const now = new Date()
  return `${now.getFullYear() + (now.getMonth() >= 10 ? 1 : 0)}-09-01`
}

type YearProps = { value: { id: number; name: string } | undefined; onChoose(year: YearProps['value']): void }

function Year({ value, onChoose }: YearProps) {
  const [text, setText] = useState('')
  const [looked, setLooked] = useState(false)
  const found = useChoices(students.choices('yearId'), { text, enabled: looked })
  const items = found.options.map(choiceOption)
  return (
    <FormField label={m.student_year()} required>
      <Combobox
        items={items}
        value={value ? String(value.id) : null}
        selected={value ? { value: String(value.id), label: value.name } : null}
        onChange={(next) => {
          const item = items.find((one) => one.value === next)
          onChoose(item && { id: Number(item.value), name: item.label })
        }}
        onSearch={setText}
        onOpen={() => setLooked(true)}
        onMore={found.hasMore ? found.more : undefined}
        loading={found.loading && looked}
        clearable={false}
      />
    </FormField>
  )
}
