import { createContext, use } from 'react'
import { Highlight } from '#src/crud/cells/highlight.tsx'
import { useRowTabIndex } from '#src/crud/grid/row-context.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import { Button } from '#src/ui/button.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { schemeStates } from './exam-scheme.options.ts'
import type { ExamSchemeRow } from './exam-scheme.table.server.ts'
import { totalMark } from './total-mark.ts'

/** Opens the dialog that publishes a scheme; undefined for users without permission. */
export const PublishContext = createContext<((row: ExamSchemeRow) => void) | undefined>(undefined)

/** A scheme's name, with its number of subjects and its total mark. */
export function SchemeName({ row }: { row: ExamSchemeRow }) {
  const size = m.examScheme_size({ count: row.subjects.length, total: totalMark(row) })
  return (
    <span title={`${row.name} · ${size}`}>
      <span className="font-lead">
        <Highlight>{row.name}</Highlight>
      </span>
      <span className="ml-2 text-sm text-muted">{size}</span>
    </span>
  )
}

/** The state of a scheme, with a publish button when the current content is not published. */
export function SchemeState({ row }: { row: ExamSchemeRow }) {
  const publish = use(PublishContext)
  const tabIndex = useRowTabIndex()
  const state = schemeStates.find(({ value }) => value === row.state)
  return (
    <span className="flex items-center gap-x-1.5 gap-y-1 max-sm:flex-wrap">
      <Tag tone={state?.tone}>{state ? labelText(state.label) : row.state}</Tag>
      {publish && row.state !== 'published' && (
        <Button
          size="sm"
          tabIndex={tabIndex}
          aria-label={m.examScheme_publishTitle({ name: row.name })}
          onClick={() => publish(row)}
        >
          {m.examScheme_publish()}
        </Button>
      )}
    </span>
  )
}
