import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, FileSpreadsheet, Printer } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { download } from '#src/crud/export/download.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { cx } from '#src/lib/cx.ts'
import { randomId } from '#src/lib/random-id.ts'
import { Button } from '#src/ui/button.tsx'
import { FigureTable } from '#src/ui/charts/figure-table.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { notePrint, type PupilList, type PupilSheet, pupilQuery, pupilsQuery } from './pupil.queries.ts'
import type { ReportExam } from './report.queries.ts'
import { REPORT_PAGE, reportAddress } from './report-address.ts'
import { type ReportPatch, VersionChoice } from './report-bar.tsx'
import { followReport } from './report-follow.ts'
import { ReportPath } from './report-path.tsx'
import type { ReportSearch } from './report-search.ts'
import { reportTexts } from './report-texts.ts'
import { ReportView } from './report-view.tsx'

const NoteDialog = lazyDialog(
  async () => (await import('#src/features/pupil-notes/note-dialog.tsx')).NoteDialog,
  ({ onClose }: { onClose(): void }) => onClose(),
)

type PupilSearch = ReportSearch & { exam: number; report: 'pupil' }
type PupilReportProps = {
  exams: readonly ReportExam[]
  search: PupilSearch
  onSearch(patch: ReportPatch): void
}

/** The sheets of pupils: from a unit to a class, to a pupil. */
export function PupilReport({ exams, search, onSearch }: PupilReportProps) {
  const follow = (event: MouseEvent) => followReport(event, ({ unit, pupil }) => onSearch({ unit, pupil }))
  const { pupil } = search
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside have the keys
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed
    <div onClick={follow} className="report-paper mx-auto flex w-full max-w-6xl flex-col gap-3">
      {pupil === undefined ? (
        <Pupils exams={exams} search={search} onSearch={onSearch} />
      ) : (
        <Sheet search={{ ...search, pupil }} onSearch={onSearch} />
      )}
    </div>
  )
}

const addressIn = (search: PupilSearch) => (unit: string | undefined) =>
  unit === undefined ? undefined : reportAddress(REPORT_PAGE, { ...search, unit, pupil: undefined })

/** The pupils of a class, or the units that lead to one. */
function Pupils({ exams, search, onSearch }: PupilReportProps) {
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(pupilsQuery(search))
  const shown = error ? undefined : data
  return (
    <>
      <Head
        title={reportTexts.pupil.title()}
        onBack={() => onSearch({ report: undefined, unit: undefined, pupil: undefined })}
      />
      <div className="no-print flex flex-wrap items-center gap-2">
        <VersionChoice exams={exams} search={search} version={shown?.version} onSearch={onSearch} />
      </div>
      <p className="text-muted">{m.pupil_viewsTold()}</p>
      {error && <ErrorState message={failureText(error)} onRetry={() => void refetch()} retrying={isFetching} />}
      {!shown && !error && <Waiting />}
      {shown && (
        <div aria-busy={isPlaceholderData} className={cx('flex flex-col gap-3', isPlaceholderData && 'opacity-60')}>
          <ReportPath path={shown.path} addressOf={addressIn(search)} />
          <div className="rounded-xl border border-line bg-surface px-3 py-4 sm:px-4">
            <PupilTable list={shown} search={search} />
          </div>
        </div>
      )}
    </>
  )
}

function PupilTable({ list, search }: { list: PupilList; search: PupilSearch }) {
  const { units, pupils, path } = list
  const caption = path.at(-1)?.name ?? reportTexts.pupil.title()
  if (units.length === 0 && pupils.length === 0) return <EmptyState title={m.pupil_none()} />
  if (units.length > 0) {
    return (
      <FigureTable
        caption={caption}
        columns={[{ key: 'unit', label: m.report_unit() }]}
        rows={units.map(({ key, name }) => ({ key, cells: [name], href: addressIn(search)(key) }))}
      />
    )
  }
  return (
    <FigureTable
      caption={caption}
      columns={[
        { key: 'name', label: m.pupil_name() },
        { key: 'number', label: m.pupil_number() },
      ]}
      rows={pupils.map(({ id, name, number }) => ({
        key: id,
        cells: [name, number],
        href: reportAddress(REPORT_PAGE, { ...search, unit: list.unit, pupil: id }),
      }))}
    />
  )
}

type SheetProps = { search: PupilSearch & { pupil: number }; onSearch(patch: ReportPatch): void }

/** The sheet of one pupil. */
function Sheet({ search, onSearch }: SheetProps) {
  const { data, error, refetch, isFetching } = useQuery(pupilQuery(search))
  const shown = error ? undefined : data
  return (
    <>
      <Head
        title={shown?.title ?? reportTexts.pupil.title()}
        text={shown?.exam.name}
        onBack={() => onSearch({ pupil: undefined, unit: shown?.unit ?? search.unit })}
      >
        {shown && <SheetTools search={search} sheet={shown} />}
      </Head>
      {error && <ErrorState message={failureText(error)} onRetry={() => void refetch()} retrying={isFetching} />}
      {!shown && !error && <Waiting />}
      {shown && (
        <>
          <ReportPath path={shown.path} addressOf={addressIn(search)} />
          <ReportView blocks={shown.blocks} footer={shown.footer} addressOf={addressIn(search)} />
        </>
      )}
    </>
  )
}

/** Paper and workbook. What leaves the screen is told to the family first. */
function SheetTools({ search, sheet }: Pick<SheetProps, 'search'> & { sheet: PupilSheet }) {
  const { exam, version, pupil } = search
  const [busy, setBusy] = useState<'print' | 'file'>()
  const begin = async (kind: 'print' | 'file', work: () => Promise<unknown>) => {
    setBusy(kind)
    await work().catch(toastFailure)
    setBusy(undefined)
  }
  const print = () =>
    begin('print', async () => {
      await notePrint({ exam, version, pupil }, randomId())
      window.print()
    })
  const load = () =>
    begin('file', () => download(reportAddress('/adminApi/report/pupilSheet', { exam, version, pupil })))
  return (
    <span className="no-print flex flex-wrap gap-2">
      <NoteButton search={search} sheet={sheet} />
      <IconButton label={m.report_print()} disabled={busy !== undefined} onClick={() => void print()}>
        <Printer aria-hidden size={16} />
      </IconButton>
      <Button
        icon={<FileSpreadsheet aria-hidden size={15} />}
        loading={busy === 'file'}
        onClick={() => busy === undefined && void load()}
      >
        {m.report_sheet()}
      </Button>
    </span>
  )
}

/** Opens the note to the family. */
function NoteButton({ search, sheet }: Pick<SheetProps, 'search'> & { sheet: PupilSheet }) {
  const client = useQueryClient()
  const may = useCan()('report/note')
  const [open, setOpen] = useState(false)
  if (!may) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{sheet.note ? m.note_edit() : m.note_write()}</Button>
      {open && (
        <NoteDialog
          sheet={{ exam: search.exam, version: sheet.version, pupil: search.pupil }}
          note={sheet.note}
          onClose={() => setOpen(false)}
          onSaved={({ note, blocks }) =>
            // The sheet is not asked for again: the family would be told of one more view.
            client.setQueryData(
              pupilQuery(search).queryKey,
              (shown) =>
                shown && {
                  ...shown,
                  note,
                  blocks: [...shown.blocks.filter(({ kind }) => kind !== 'remark'), ...blocks],
                },
            )
          }
        />
      )}
    </>
  )
}

type HeadProps = { title: string; text?: string | undefined; onBack(): void; children?: ReactNode }

function Head({ title, text, onBack, children }: HeadProps) {
  return (
    <header className="flex flex-wrap items-start gap-2">
      <IconButton label={m.report_back()} className="no-print" onClick={onBack}>
        <ArrowLeft aria-hidden size={16} />
      </IconButton>
      <div className="mr-auto min-w-0">
        <h1 className="text-xl wrap-anywhere">{title}</h1>
        {text && <p className="text-sm text-muted">{text}</p>}
      </div>
      {children}
    </header>
  )
}

function Waiting() {
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-surface">
      <SkeletonRows rows={8} />
    </div>
  )
}
