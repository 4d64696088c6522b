import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ListChecks, Send } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { RecordFormNotice } from '#src/crud/form/record-form-notice.tsx'
import { useUnsaved } from '#src/crud/form/use-unsaved.ts'
import { AskCorrection } from '#src/features/exam-corrections/ask-correction.tsx'
import { ScoreImportButton, ScoreSheetLink } from '#src/features/exam-import/exam-import-button.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { FailureState } from '#src/layout/failure-state.tsx'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { formatMinute } from '#src/lib/date.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Combobox } from '#src/ui/combobox.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { NativeSelect } from '#src/ui/native-select.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { DeskGrid } from './desk-grid.tsx'
import { DeskStore } from './desk-store.ts'
import { type DeskSchool, EXAM_DATA, examDataCalls, papersQuery, placesQuery } from './exam-data.queries.ts'
import type { SectionProps } from './exam-data.search.ts'

const SubmitDialog = lazyDialog(
  async () => (await import('./submit-dialog.tsx')).SubmitDialog,
  ({ onClose }) => onClose(),
)

/** The desk of a school: its classes, and the grid of one. */
export function Desk({ exam, search, onSearch }: SectionProps) {
  const can = useCan()
  const client = useQueryClient()
  const { timeZone } = useKit()
  const { data, error, refetch, isFetching } = useQuery(placesQuery(exam.id, search.school))
  const [submitting, setSubmitting] = useState(false)
  // Classes with cells that are not stored keep them while another class is shown.
  const [stores] = useState(() => new Map<string, DeskStore>())
  useUnsaved({
    isDirty: () => [...stores.values()].some((store) => store.isDirty()),
    drop: () => {
      for (const store of stores.values()) store.drop()
    },
  })
  if (error) return <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <SkeletonRows />
  const { school, schools } = data
  if (!school) return <EmptyState title={m.examData_noCandidates()} hint={m.examData_noCandidatesHint()} />
  const chosen = school.classes.find(({ id }) => id === search.class) ?? school.classes[0]
  const open = exam.state === 'collecting' && school.state !== 'submitted'
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {schools.length > 1 ? (
          <Combobox
            aria-label={m.examData_school()}
            items={schools.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(school.id)}
            clearable={false}
            onChange={(id) => id && onSearch({ school: Number(id), class: undefined })}
          />
        ) : (
          <span className="font-medium">{school.name}</span>
        )}
        <NativeSelect
          aria-label={m.examData_class()}
          items={school.classes.map(({ id, name, candidates }) => ({
            value: String(id),
            label: `${id === school.id ? m.examData_noClass() : name} (${formatCount(candidates)})`,
          }))}
          value={String(chosen?.id ?? '')}
          onChange={(id) => onSearch({ class: Number(id) })}
        />
        {exam.state === 'collecting' && school.deadline && (
          <span className={school.late ? 'text-danger-ink' : 'text-muted'}>
            {m.examData_until({ time: formatMinute(school.deadline, timeZone) })}
            {school.late && ` · ${m.examData_late()}`}
          </span>
        )}
        <span className="grow" />
        {open && (
          <>
            <ScoreSheetLink exam={exam} school={school.id} />
            <ScoreImportButton exam={exam} onClosed={() => void client.invalidateQueries({ queryKey: [EXAM_DATA] })} />
          </>
        )}
        {open && school.whole && can('exam/data/submit') && (
          <Button variant="primary" icon={<Send size={14} />} onClick={() => setSubmitting(true)}>
            {m.examData_submit()}
          </Button>
        )}
      </div>
      <PartState school={school} collecting={exam.state === 'collecting'} />
      {chosen && (
        <ClassDesk
          key={`${exam.id}:${school.id}:${chosen.id}`}
          place={{ exam: exam.id, school: school.id, org: chosen.id }}
          stores={stores}
          readOnly={!open || !can('exam/data/enter')}
          corrects={(exam.state === 'locked' || exam.state === 'published') && can('exam/correction/add')}
          subject={search.subject}
        />
      )}
      {submitting && (
        <SubmitDialog
          exam={exam.id}
          school={school}
          unsaved={() => [...stores.values()].some((store) => store.isDirty())}
          onFindings={() => onSearch({ section: 'findings' })}
          onClose={() => setSubmitting(false)}
        />
      )}
    </div>
  )
}

/** Why the desk is closed, or open again. */
function PartState({ school, collecting }: { school: DeskSchool; collecting: boolean }) {
  if (!collecting) return <Banner>{m.examData_notCollecting()}</Banner>
  if (school.state === 'submitted') return <Banner tone="success">{m.examData_isSubmitted()}</Banner>
  if (school.state === 'returned')
    return <Banner tone="warning">{m.examData_isReturned({ reason: school.reason })}</Banner>
  return null
}

type Place = { exam: number; school: number; org: number }
type DeskProps = {
  readOnly: boolean
  /** Whether the user may ask for corrections of its marks. */
  corrects: boolean
  subject: number | undefined
}
type ClassDeskProps = DeskProps & { place: Place; stores: Map<string, DeskStore> }

function ClassDesk({ place, stores, ...rest }: ClassDeskProps) {
  const key = `${place.exam}:${place.school}:${place.org}`
  const { data, error, refetch, isFetching } = useQuery(papersQuery(place.exam, place.school, place.org))
  const [store, setStore] = useState(() => stores.get(key))
  useEffect(() => {
    if (!data) return
    const kept = stores.get(key)
    if (kept) return kept.load(data, data.asked)
    const made = new DeskStore(data, (cells, sendKey) => examDataCalls.write({ id: place.exam, cells }, sendKey))
    stores.set(key, made)
    setStore(made)
  }, [data, key, place.exam, stores])
  if (store) return <OpenDesk exam={place.exam} store={store} {...rest} />
  if (error) return <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
  return <SkeletonRows />
}

/** The grid with what stands above it: what is missing, and whether all is stored. */
function OpenDesk({ exam, store, readOnly, corrects, subject }: DeskProps & { exam: number; store: DeskStore }) {
  const jump = useRef<(() => void) | null>(null)
  const now = useRef<(() => void) | null>(null)
  const client = useQueryClient()
  const [asked, setAsked] = useState<{ candidateId: number; subjectId: number }>()
  const counts = useSyncExternalStore(store.subscribe, store.counts, store.counts)
  const notice = useSyncExternalStore(store.subscribe, store.notice, store.notice)
  const papers = store.papers()
  if (papers.candidates.length === 0) return <EmptyState title={m.examData_noCandidates()} />
  const wrong = counts.refused + counts.conflicts
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Button
          size="sm"
          icon={<ListChecks size={14} />}
          disabled={counts.missing === 0}
          onClick={() => jump.current?.()}
        >
          {m.examData_missing({ count: formatCount(counts.missing) })}
        </Button>
        {!readOnly && <span className="text-muted max-sm:hidden">{m.examData_keys()}</span>}
        {corrects && (
          <Button size="sm" onClick={() => now.current?.()}>
            {m.correction_askHere()}
          </Button>
        )}
        <span role="status" className="ml-auto text-muted">
          {counts.unsaved > 0
            ? m.examData_saving({ count: formatCount(counts.unsaved) })
            : wrong === 0 && !readOnly && m.examData_allSaved()}
        </span>
        {wrong > 0 && (
          <span className="font-medium text-danger-ink">{m.examData_toCorrect({ count: formatCount(wrong) })}</span>
        )}
      </div>
      {notice?.kind === 'signedOut' && <RecordFormNotice notice={notice} />}
      {notice && notice.kind !== 'signedOut' && (
        <Banner
          tone="danger"
          action={
            notice.kind === 'lost' && (
              <Button size="sm" onClick={() => void store.flush()}>
                {m.ui_retry()}
              </Button>
            )
          }
        >
          {notice.kind === 'lost' ? m.examData_lost({ reason: notice.text }) : notice.text}
        </Banner>
      )}
      {notice?.kind === 'signedOut' && (
        <Button size="sm" className="self-start" onClick={() => void store.flush()}>
          {m.ui_retry()}
        </Button>
      )}
      <DeskGrid
        store={store}
        readOnly={readOnly}
        subject={subject}
        jump={jump}
        ask={corrects ? { now, onAsk: setAsked } : undefined}
      />
      {asked && (
        <AskCorrection
          examId={exam}
          {...asked}
          onAsked={() => void client.invalidateQueries({ queryKey: [EXAM_DATA, 'papers'] })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}
