import { ArrowLeft, FileSpreadsheet, Printer } from 'lucide-react'
import { useState } from 'react'
import { download } from '#src/crud/export/download.ts'
import { examOptions } from '#src/features/exams/exam-options.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { useKit } from '#src/layout/kit-context.ts'
import { toZoned } from '#src/lib/zoned.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { NativeSelect } from '#src/ui/native-select.tsx'
import type { ChosenReport, ReportAnswer, ReportExam } from './report.queries.ts'
import { reportAddress } from './report-address.ts'
import { NEAR, nearChoices, reportKeys } from './report-keys.ts'
import type { ReportSearch } from './report-search.ts'
import { reportTexts } from './report-texts.ts'
import { ReportViewButton } from './report-view-button.tsx'

export type ReportPatch = Partial<ReportSearch>

type VersionChoiceProps = {
  exams: readonly ReportExam[]
  search: ReportSearch
  /** The version on screen. */
  version?: string | undefined
  onSearch(patch: ReportPatch): void
}

/** The exam and its version. */
export function VersionChoice({ exams, search, version, onSearch }: VersionChoiceProps) {
  const { timeZone } = useKit()
  const exam = exams.find(({ id }) => id === search.exam)
  const versions = (exam?.versions ?? []).map(({ key, number, run, time }) => ({
    value: key,
    label:
      number === null
        ? m.report_versionPreview({ run })
        : m.report_versionPublication({ number, day: toZoned(time, timeZone)?.day ?? '' }),
  }))
  return (
    <>
      <NativeSelect
        aria-label={m.report_exam()}
        className="max-w-full"
        items={examOptions(exams, ({ name, since }) => `${name} (${since})`)}
        // The address may have an exam that the reader does not see. No other one may look as if it were chosen.
        placeholder={exam ? undefined : '–'}
        value={exam ? String(exam.id) : ''}
        onChange={(id) => onSearch({ ...noChoices, exam: Number(id) })}
      />
      {versions.length > 0 && (
        <NativeSelect
          aria-label={m.report_version()}
          className="max-w-full"
          items={versions}
          value={search.version ?? version ?? versions[0]?.value ?? ''}
          onChange={(key) => onSearch({ version: key })}
        />
      )}
    </>
  )
}

/** Units and subjects of another exam are other ones. */
export const noChoices: ReportPatch = {
  version: undefined,
  unit: undefined,
  subject: undefined,
  with: undefined,
  pupil: undefined,
}

type ReportBarProps = {
  exams: readonly ReportExam[]
  search: ChosenReport
  answer: ReportAnswer | undefined
  onSearch(patch: ReportPatch): void
}

/** The title of a report, what can be chosen instead, and its ways to paper and into a workbook. */
export function ReportBar({ exams, search, answer, onSearch }: ReportBarProps) {
  const title = answer?.title ?? reportTexts[search.report].title()
  return (
    <header className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <IconButton
          label={m.report_back()}
          className="no-print"
          onClick={() =>
            onSearch({ report: undefined, unit: undefined, subject: undefined, with: undefined, view: undefined })
          }
        >
          <ArrowLeft aria-hidden size={16} />
        </IconButton>
        <div className="mr-auto min-w-0">
          <h1 className="text-xl">{title}</h1>
          {answer && <p className="report-exam text-sm text-muted">{answer.exam.name}</p>}
        </div>
        {answer && <ReportTools search={search} />}
      </div>
      <div className="no-print flex flex-wrap items-center gap-2">
        <ReportViewButton search={search} version={answer?.version} onSearch={onSearch} />
        <VersionChoice exams={exams} search={search} version={answer?.version} onSearch={onSearch} />
        <NativeSelect
          aria-label={m.report_choose()}
          items={reportKeys.map((key) => ({ value: key, label: reportTexts[key].title() }))}
          value={search.report}
          onChange={(key) =>
            onSearch({ report: reportKeys.find((one) => one === key), subject: undefined, with: undefined })
          }
        />
        {answer && answer.subjects.length > 0 && (
          <NativeSelect
            aria-label={m.report_subject()}
            items={answer.subjects}
            value={answer.subject}
            onChange={(subject) => onSearch({ subject })}
          />
        )}
        {answer && answer.comparable.length > 0 && (
          <span className="flex items-center gap-2 text-sm text-muted">
            <span aria-hidden className="shrink-0">
              {m.report_compareWith()}
            </span>
            <NativeSelect
              aria-label={m.report_compareWith()}
              items={[{ value: 'none', label: m.report_compareNone() }, ...answer.comparable]}
              value={answer.with === '' ? 'none' : answer.with}
              onChange={(unit) => onSearch({ with: unit })}
            />
          </span>
        )}
        {search.report === 'borderline' && <NearChoice near={search.near ?? NEAR} onSearch={onSearch} />}
      </div>
    </header>
  )
}

/** How near to a line is near. An address may say another number than those of the list. */
function NearChoice({ near, onSearch }: { near: number; onSearch(patch: ReportPatch): void }) {
  const choices = [...new Set([...nearChoices, near])].sort((one, other) => one - other)
  return (
    <NativeSelect
      aria-label={m.report_near()}
      items={choices.map((marks) => ({ value: String(marks), label: m.report_nearMarks({ marks }) }))}
      value={String(near)}
      onChange={(marks) => onSearch({ near: Number(marks) })}
    />
  )
}

function ReportTools({ search }: { search: ChosenReport }) {
  const [loading, setLoading] = useState(false)
  const load = async () => {
    setLoading(true)
    await download(reportAddress('/adminApi/report/sheet', { ...search, view: undefined })).catch(toastFailure)
    setLoading(false)
  }
  return (
    <span className="no-print flex gap-2">
      <IconButton label={m.report_print()} onClick={() => window.print()}>
        <Printer aria-hidden size={16} />
      </IconButton>
      <Button icon={<FileSpreadsheet aria-hidden size={15} />} loading={loading} onClick={() => void load()}>
        {m.report_sheet()}
      </Button>
    </span>
  )
}
