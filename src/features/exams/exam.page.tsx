import { Link } from '@tanstack/react-router'
import { Highlight } from '#src/crud/cells/highlight.tsx'
import { useRowTabIndex } from '#src/crud/grid/row-context.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { exams } from './exam.queries.ts'
import type { ExamRow } from './exam.row.ts'
import { examDescription } from './exam.schema.ts'

/** The list page of exams. The name of an exam opens its page. */
export function ExamPage(props: ListPageProps) {
  return (
    <ResourcePage
      {...props}
      resource={exams}
      description={examDescription}
      cells={cells}
      emptyHint={m.exam_emptyHint()}
    />
  )
}

const cells = { name: (row: ExamRow) => <ExamName row={row} /> }

function ExamName({ row }: { row: ExamRow }) {
  const tabIndex = useRowTabIndex()
  return (
    <Link
      to="/admin/exam/exam/$id"
      params={{ id: String(row.id) }}
      tabIndex={tabIndex}
      className="font-lead hover:text-accent-ink hover:underline"
    >
      <Highlight>{row.name}</Highlight>
    </Link>
  )
}
