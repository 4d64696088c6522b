import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import type { examRuns } from './exam-run.queries.ts'
import { TextCell, TitledTable } from './table-parts.tsx'

type Changes = Awaited<ReturnType<typeof examRuns.changes>>

/** Schools that are shown: a district may have hundreds. */
const FIRST = 100

/** What a run changes for whom, by school. */
export function ChangesTable({ changes: { number, list } }: { changes: Changes }) {
  if (number === 0) return <p className="text-muted">{m.examRun_firstPublication()}</p>
  if (list.length === 0) return <p className="text-muted">{m.examRun_nothingChanged({ number })}</p>
  const shown = list.slice(0, FIRST)
  return (
    <>
      <TitledTable
        title={m.examRun_changesSince({ number })}
        heads={[
          m.examRun_school(),
          m.examRun_pupils(),
          m.examRun_marks(),
          m.examRun_totals(),
          m.examRun_rankChanges(),
          m.examRun_lineChanges(),
          m.examRun_entered(),
          m.examRun_left(),
        ]}
      >
        {shown.map((own) => (
          <tr key={own.schoolId} className="border-line border-t">
            <TextCell>{own.school}</TextCell>
            {[own.pupils, own.marks, own.totals, own.ranks, own.lines, own.entered, own.left].map((count, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay as they are
              <TextCell key={at}>{formatCount(count)}</TextCell>
            ))}
          </tr>
        ))}
      </TitledTable>
      {shown.length < list.length && (
        <p className="text-muted">{m.examRun_moreSchools({ count: formatCount(list.length - shown.length) })}</p>
      )}
    </>
  )
}
