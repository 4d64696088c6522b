import { ListLink } from '#src/crud/list/list-link.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { formatMinute } from '#src/lib/date.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { Tag } from '#src/ui/tag.tsx'
import type { RunView } from './exam-run.queries.ts'
import { TextCell, TitledTable } from './table-parts.tsx'

const states = {
  computing: { tone: 'accent', label: m.examRun_state_computing },
  done: { tone: 'success', label: m.examRun_state_done },
  failed: { tone: 'danger', label: m.examRun_state_failed },
} as const

const parts: Record<string, () => string> = {
  assign: m.examScheme_assign,
  assignBands: m.examScheme_assignBands,
  assignFlat: m.examScheme_assignFlat,
  assignZero: m.examScheme_assignZero,
  bands: m.examScheme_bands,
  lines: m.examScheme_lines,
  subjects: m.examScheme_subjects,
  combinations: m.examScheme_combinations,
  choice: m.examScheme_choice,
  policy: m.examRun_policy,
}

type RunTableProps = { exam: number; runs: readonly RunView[]; onCompare: ((run: number) => void) | undefined }

/** The computations of an exam, the newest first. */
export function RunTable({ exam, runs, onCompare }: RunTableProps) {
  const can = useCan()
  const { timeZone } = useKit()
  if (runs.length === 0) return <p className="text-muted">{m.examRun_noRun()}</p>
  return (
    <TitledTable
      title={m.examRun_runs()}
      heads={[
        m.examRun_run(),
        m.examRun_state(),
        m.examRun_candidates(),
        m.examRun_changed(),
        m.examRun_hashes(),
        m.examRun_who(),
        m.examRun_when(),
        m.examRun_check(),
      ]}
    >
      {runs.map((run) => (
        <tr key={run.number} className="border-line border-t">
          <TextCell>{run.number}</TextCell>
          <TextCell>
            <Tag tone={states[run.state].tone}>{states[run.state].label()}</Tag>
          </TextCell>
          <TextCell>{run.candidates === null ? '' : formatCount(run.candidates)}</TextCell>
          <TextCell>{run.changed.map((part) => parts[part]?.() ?? part).join(m.crud_listSeparator())}</TextCell>
          <TextCell>
            {run.state === 'done' && (
              <code className="text-sm" title={`${run.dataHash}\n${run.resultHash}`}>
                {run.dataHash.slice(0, 8)} {run.resultHash.slice(0, 8)}
              </code>
            )}
          </TextCell>
          <TextCell>{run.who}</TextCell>
          <TextCell>{formatMinute(run.createTime, timeZone)}</TextCell>
          <TextCell>
            <span className="flex flex-wrap gap-2">
              {run.state === 'done' && can('report/index') && (
                <ListLink
                  menu="report"
                  search={{ exam, version: `run-${run.number}`, report: 'overview' }}
                  className={buttonClass({ size: 'sm' })}
                >
                  {m.examRun_preview()}
                </ListLink>
              )}
              {onCompare && run.state === 'done' && (
                <Button size="sm" onClick={() => onCompare(run.number)}>
                  {m.examRun_compare()}
                </Button>
              )}
            </span>
          </TextCell>
        </tr>
      ))}
    </TitledTable>
  )
}
