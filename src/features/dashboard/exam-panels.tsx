import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { PathLink } from '#src/layout/path-link.tsx'
import { formatCount } from '#src/lib/count.ts'
import { formatInstant } from '#src/lib/date.ts'
import { formatPercent } from '#src/lib/percent.ts'
import { numberText } from '#src/ui/charts/number-text.ts'
import { Sparkline } from '#src/ui/charts/sparkline.tsx'
import type { CollectingExam, PublishedExam, WaitingExam } from './dashboard.queries.ts'

/** A line of a panel that leads to a page. */
function Row({ path, children }: { path: string; children: ReactNode }) {
  return (
    <li className="border-b border-line last:border-0">
      <PathLink path={path} className="flex w-full flex-col gap-1.5 px-4 py-2 text-sm hover:bg-hover">
        {children}
      </PathLink>
    </li>
  )
}

/** Exams that collect marks: how much is there, and who is late. */
export function CollectingExams({ data }: { data: readonly CollectingExam[] }) {
  const { timeZone } = useKit()
  return (
    <ul className="flex flex-col">
      {data.map((exam) => (
        <Row key={exam.id} path={`/admin/exam/data?exam=${exam.id}`}>
          <span className="flex gap-3">
            <span className="min-w-0 flex-1 truncate font-medium">{exam.name}</span>
            {exam.deadline && <span className="shrink-0 text-muted">{formatInstant(exam.deadline, timeZone)}</span>}
          </span>
          {exam.schools > 0 && <Entered exam={exam} />}
        </Row>
      ))}
    </ul>
  )
}

function Entered({ exam }: { exam: CollectingExam }) {
  const { expected, entered, schools, submitted, late, lateNames } = exam
  const done = Math.min(entered, expected)
  const text = m.dashboard_entered({ entered: formatCount(entered), expected: formatCount(expected) })
  return (
    <>
      <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-hover">
        <span
          className="block h-full rounded-full bg-accent-solid"
          style={{ width: `${expected === 0 ? 0 : (done / expected) * 100}%` }}
        />
      </span>
      <span className="flex flex-wrap gap-x-3 text-muted">
        <span className="tabular">
          {text} ({formatPercent(done, Math.max(1, expected))})
        </span>
        <span className="tabular">
          {m.dashboard_submitted({ submitted: formatCount(submitted), schools: formatCount(schools) })}
        </span>
      </span>
      {late > 0 && (
        <span className="text-danger-ink">
          {late > lateNames.length
            ? m.dashboard_lateMore({ names: lateNames.join(m.dashboard_comma()), count: formatCount(late) })
            : m.dashboard_late({ names: lateNames.join(m.dashboard_comma()) })}
        </span>
      )}
    </>
  )
}

const steps = { lock: m.dashboard_toLock, compute: m.dashboard_toCompute, publish: m.dashboard_toPublish } as const

/** Exams whose next step is the user's. */
export function WaitingExams({ data }: { data: readonly WaitingExam[] }) {
  return (
    <ul className="flex flex-col">
      {data.map(({ id, name, step }) => (
        <Row key={id} path={`/admin/exam/exam/${id}`}>
          <span className="truncate font-medium">{name}</span>
          <span className="text-muted">{steps[step]()}</span>
        </Row>
      ))}
    </ul>
  )
}

/** The last published exams: the mean, and a line of the shares of the full mark so far. */
export function PublishedExams({ data }: { data: readonly PublishedExam[] }) {
  return (
    <ul className="flex flex-col">
      {data.map((exam) => (
        <Row key={exam.id} path={`/admin/report?exam=${exam.id}&report=overview`}>
          <span className="truncate font-medium">{exam.name}</span>
          <span className="flex flex-wrap items-center gap-x-3 text-muted">
            <span>{exam.day}</span>
            {exam.unit !== '' && <span className="truncate">{exam.unit}</span>}
            <Mean exam={exam} />
          </span>
        </Row>
      ))}
    </ul>
  )
}

function Mean({ exam: { mean, fullMark, trend } }: { exam: PublishedExam }) {
  if (mean === null || fullMark === null) return null
  const shares = trend.map((share) => numberText(share, { style: 'percent', digits: 0 }))
  return (
    <>
      <span className="tabular text-ink">
        {m.dashboard_mean({ mean: numberText(mean, { digits: 1 }), full: numberText(fullMark) })}
      </span>
      {trend.length > 1 && (
        <Sparkline title={m.dashboard_trend({ shares: shares.join(m.dashboard_comma()) })} values={trend} />
      )}
    </>
  )
}
