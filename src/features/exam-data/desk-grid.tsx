import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { rowPlaces } from '#src/crud/grid/row-places.ts'
import { useWindowRows } from '#src/crud/grid/use-window-rows.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { toaster } from '#src/ui/toast.tsx'
import { DeskCellInput } from './desk-cell.tsx'
import { deskText } from './desk-cells.ts'
import { type DeskPlace, moved, next } from './desk-moves.ts'
import type { DeskStore } from './desk-store.ts'
import type { ClassPapers } from './exam-data.queries.ts'
import { flagKeys, markText } from './mark-cell.ts'
import { blockOf, pasteBlock } from './paste-block.ts'

const ROW = 44

type DeskGridProps = {
  store: DeskStore
  readOnly: boolean
  /** The subject whose column is shown first, from a link. */
  subject: number | undefined
  /** Moves to the next cell without a mark. */
  jump: RefObject<(() => void) | null>
  /** Asks for a correction of the cell where the user is. Without it, none can be asked for. */
  ask?: CellAsking | undefined
}

/** `now`: asks for the cell where the user is. */
type CellAsking = {
  now: RefObject<(() => void) | null>
  onAsk(cell: { candidateId: number; subjectId: number }): void
}

/** The marks of a class: candidates and subjects. Only the rows in sight are rendered. */
export function DeskGrid({ store, readOnly, subject, jump, ask }: DeskGridProps) {
  const papers = useSyncExternalStore(store.subscribe, store.papers, store.papers)
  const { candidates, subjects } = papers
  const scroller = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<DeskPlace>(() => ({
    row: 0,
    column: Math.max(
      0,
      subjects.findIndex(({ id }) => id === subject),
    ),
  }))
  const jumped = useRef<DeskPlace>(null)
  /** The cell that gets the focus once it is rendered. */
  const [wanted, setWanted] = useState<DeskPlace | null>(null)
  const places = useMemo(() => rowPlaces(ROW, new Map()), [])
  const shown = useWindowRows({ scroller, count: candidates.length, rowHeight: ROW, places, keep: [at.row] })
  const size = { rows: candidates.length, columns: subjects.length }
  const awaits = ({ row, column }: DeskPlace) => {
    const [candidate, subject] = [candidates[row], subjects[column]]
    return candidate !== undefined && subject !== undefined && store.sits(candidate, subject.id)
  }
  const isMissing = (place: DeskPlace) => {
    const [candidate, subject] = [candidates[place.row], subjects[place.column]]
    return (
      awaits(place) &&
      candidate !== undefined &&
      subject !== undefined &&
      deskText(store.cell(candidate.id, subject.id)) === ''
    )
  }
  const askAt = (place: DeskPlace) => {
    const [candidate, subject] = [candidates[place.row], subjects[place.column]]
    if (ask && candidate && subject && awaits(place)) ask.onAsk({ candidateId: candidate.id, subjectId: subject.id })
  }
  const go = (place: DeskPlace) => {
    setAt(place)
    setWanted({ ...place })
  }
  useEffect(() => {
    jump.current = () => {
      // A second press leaves the cell that the first one has found.
      const here = isMissing(at) && (jumped.current?.row !== at.row || jumped.current.column !== at.column)
      const further = next(at, size, isMissing, 1)
      jumped.current = here ? at : further === at ? next({ row: -1, column: 0 }, size, isMissing, 1) : further
      go(jumped.current)
    }
    if (ask) ask.now.current = () => askAt(at)
  })
  useEffect(() => {
    const box = scroller.current
    const [candidate, subject] = [candidates[wanted?.row ?? -1], subjects[wanted?.column ?? -1]]
    if (!box || !wanted || !candidate || !subject) return
    const input = box.querySelector<HTMLInputElement>(`[data-desk="${candidate.id}:${subject.id}"]`)
    input?.focus({ preventScroll: true })
    input?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [wanted, candidates, subjects])

  /** Takes back what is typed in the cell, or else the last change, and goes there. */
  const takeBack = (candidateId: number, subjectId: number) => {
    if (store.isOpen(candidateId, subjectId)) return store.revert(candidateId, subjectId)
    const former = store.takeBack()
    if (!former) return
    const row = candidates.findIndex(({ id }) => id === former.candidate.id)
    const column = subjects.findIndex(({ id }) => id === former.subjectId)
    if (row >= 0 && column >= 0) go({ row, column })
  }

  const onKey = (event: KeyboardEvent<HTMLInputElement>, place: DeskPlace) => {
    const [candidate, subject] = [candidates[place.row], subjects[place.column]]
    if (!candidate || !subject || event.nativeEvent.isComposing) return
    if ((event.ctrlKey || event.metaKey) && !readOnly && ['z', 'y'].includes(event.key.toLowerCase())) {
      // The browser would take back what was typed last in any cell, without a word.
      event.preventDefault()
      if (event.key.toLowerCase() === 'z' && !event.shiftKey) takeBack(candidate.id, subject.id)
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (!readOnly) {
      const flag = flagKeys.find((one) => one !== '' && one === event.key.toUpperCase())
      if (flag || event.key === 'Delete') {
        event.preventDefault()
        store.put(candidate, subject.id, flag ?? '')
        return
      }
      if (event.key === 'Escape') return store.revert(candidate.id, subject.id)
    }
    if (ask && event.key === 'F2') {
      event.preventDefault()
      return askAt(place)
    }
    const to = moved(event, place, size, awaits)
    if (!to) return
    event.preventDefault()
    const right = readOnly || store.commit(candidate, subject.id)
    // What is no mark yet is corrected first. The arrows leave it as it is.
    // What is refused is typed again.
    if (event.key === 'Enter' && !right) return event.currentTarget.select()
    go(to)
  }

  const onPaste = (event: ClipboardEvent<HTMLInputElement>, place: DeskPlace) => {
    const block = blockOf(event.clipboardData.getData('text/plain'))
    if (!block || readOnly) return
    event.preventDefault()
    const outside = pasteBlock(store, block, { rows: candidates, subjects: subjects.map(({ id }) => id), ...place })
    if (outside > 0) toaster.error(m.examData_pasteOutside({ count: formatCount(outside) }))
  }

  return (
    <div
      ref={scroller}
      // The cell with the focus is never below the names, or below the head.
      // It has the height that is left below the page's head, and never less than eight rows.
      style={{ scrollPaddingLeft: 172, scrollPaddingTop: ROW, maxHeight: 'max(24rem, calc(100dvh - 18rem))' }}
      className="w-fit max-w-full overflow-auto rounded-lg border border-line bg-surface"
    >
      <table
        aria-label={m.examData_grid()}
        aria-rowcount={candidates.length + 1}
        className="w-max border-separate border-spacing-0"
      >
        <DeskHead subjects={subjects} />
        <tbody>
          {withGaps(shown.rows, candidates.length).map(({ row, gap }) => {
            if (gap > 0) return <tr key={`gap${row}`} aria-hidden style={{ height: gap * ROW }} />
            const candidate = candidates[row]
            if (!candidate) return null
            return (
              <tr key={candidate.id} aria-rowindex={row + 2} style={{ height: ROW }}>
                <th
                  scope="row"
                  className="sticky left-0 z-1 w-44 border-r border-b border-line bg-surface px-3 text-left font-normal"
                >
                  <span className="block truncate">{candidate.name}</span>
                  <span className="tabular block truncate text-xs text-muted">
                    {[candidate.number, candidate.combo].filter((part) => part !== '').join(' · ')}
                  </span>
                </th>
                {subjects.map((subject, column) => (
                  <DeskCellInput
                    key={subject.id}
                    store={store}
                    candidate={candidate}
                    subject={subject}
                    active={row === at.row && column === at.column}
                    readOnly={readOnly}
                    left={column < 2}
                    above={candidates.length > 4 && row >= candidates.length - 3}
                    onFocus={() => setAt((old) => (old.row === row && old.column === column ? old : { row, column }))}
                    onKey={(event) => onKey(event, { row, column })}
                    onPaste={(event) => onPaste(event, { row, column })}
                  />
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function DeskHead({ subjects }: { subjects: ClassPapers['subjects'] }) {
  return (
    <thead className="sticky top-0 z-20 bg-sunken text-sm">
      <tr style={{ height: ROW }}>
        <th
          scope="col"
          className="sticky left-0 z-10 w-44 border-r border-b border-line bg-sunken px-3 text-left font-medium"
        >
          {m.examData_candidate()}
        </th>
        {subjects.map(({ id, name, fullMark }) => (
          <th key={id} scope="col" className="w-24 min-w-24 border-r border-b border-line px-2.5 text-right">
            <span className="block truncate font-medium" title={name}>
              {name}
            </span>
            <span className="tabular block text-xs font-normal text-muted">{markText(fullMark)}</span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The rendered rows, with the height of those between them in rows. */
function withGaps(rows: readonly number[], count: number): { row: number; gap: number }[] {
  const list: { row: number; gap: number }[] = []
  let at = 0
  for (const row of rows) {
    if (row > at) list.push({ row: at, gap: row - at })
    list.push({ row, gap: 0 })
    at = row + 1
  }
  if (at < count) list.push({ row: at, gap: count - at })
  return list
}
