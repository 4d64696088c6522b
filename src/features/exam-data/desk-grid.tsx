import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { rowPlaces } from '#src/crud/grid/row-places.ts'
import { useWindowRows } from '#src/crud/grid/use-window-rows.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { toaster } from '#src/ui/toast.tsx'
import { DeskCellInput } from './desk-cell.tsx'
import { shownText } from './desk-cells.ts'
import { type DeskPlace, moved, next } from './desk-moves.ts'
import type { DeskStore } from './desk-store.ts'
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
}

/** The marks of a class: candidates and subjects. Only the rows in sight are rendered. */
export function DeskGrid({ store, readOnly, subject, jump }: DeskGridProps) {
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
      shownText(store.cell(candidate.id, subject.id)) === ''
    )
  }
  const go = (place: DeskPlace) => {
    setAt(place)
    setWanted({ ...place })
  }
  useEffect(() => {
    jump.current = () => {
      // A second press leaves the cell that the first one has found.
      const here = isMissing(at) && (wanted?.row !== at.row || wanted.column !== at.column)
      const further = next(at, size, isMissing, 1)
      go(here ? at : further === at ? next({ row: -1, column: 0 }, size, isMissing, 1) : further)
    }
  })
  useEffect(() => {
    const box = scroller.current
    const [candidate, subject] = [candidates[wanted?.row ?? -1], subjects[wanted?.column ?? -1]]
    if (!box || !wanted || !candidate || !subject) return
    const input = box.querySelector<HTMLInputElement>(`[data-desk="${candidate.id}:${subject.id}"]`)
    input?.focus({ preventScroll: true })
    input?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [wanted, candidates, subjects])

  const onKey = (event: KeyboardEvent<HTMLInputElement>, place: DeskPlace) => {
    const [candidate, subject] = [candidates[place.row], subjects[place.column]]
    if (!candidate || !subject || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey)
      return
    if (!readOnly) {
      const flag = flagKeys.find((one) => one !== '' && one === event.key.toUpperCase())
      if (flag || event.key === 'Delete') {
        event.preventDefault()
        store.put(candidate, subject.id, flag ?? '')
        return
      }
      if (event.key === 'Escape') return store.revert(candidate.id, subject.id)
    }
    const to = moved(event, place, size, awaits)
    if (!to) return
    event.preventDefault()
    const right = readOnly || store.commit(candidate, subject.id)
    // What is no mark yet is corrected first. The arrows leave it as it is.
    if (event.key === 'Enter' && !right) return
    go(to)
  }

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={m.examData_grid()}
      aria-rowcount={candidates.length + 1}
      aria-colcount={subjects.length + 1}
      // The cell with the focus is never below the names, or below the head.
      style={{ scrollPaddingLeft: 172, scrollPaddingTop: ROW }}
      className="max-h-[70vh] overflow-auto rounded-lg border border-line bg-surface"
    >
      <div className="w-max min-w-full">
        <div
          role="row"
          aria-rowindex={1}
          className="sticky top-0 z-20 flex border-b border-line bg-sunken text-sm"
          style={{ height: ROW }}
        >
          <div
            role="columnheader"
            className="sticky left-0 z-10 flex w-[172px] shrink-0 items-center border-r border-line bg-sunken px-3 font-medium"
          >
            {m.examData_candidate()}
          </div>
          {subjects.map(({ id, name, fullMark }) => (
            <div
              key={id}
              role="columnheader"
              className="flex w-24 shrink-0 flex-col justify-center border-r border-line px-2.5 text-right"
            >
              <span className="truncate font-medium" title={name}>
                {name}
              </span>
              <span className="tabular text-xs text-muted">{markText(fullMark)}</span>
            </div>
          ))}
        </div>
        <div className="relative" style={{ height: candidates.length * ROW }}>
          {shown.rows.map((row) => {
            const candidate = candidates[row]
            if (!candidate) return null
            return (
              <div
                key={candidate.id}
                role="row"
                aria-rowindex={row + 2}
                className="absolute flex w-full border-b border-line focus-within:z-10"
                style={{ top: row * ROW, height: ROW }}
              >
                <div
                  role="rowheader"
                  className="sticky left-0 z-1 flex w-[172px] shrink-0 flex-col justify-center border-r border-line bg-surface px-3"
                >
                  <span className="truncate">{candidate.name}</span>
                  <span className="tabular truncate text-xs text-muted">
                    {[candidate.number, candidate.combo].filter((part) => part !== '').join(' · ')}
                  </span>
                </div>
                {subjects.map((subject, column) => (
                  <DeskCellInput
                    key={subject.id}
                    store={store}
                    candidate={candidate}
                    subject={subject}
                    active={row === at.row && column === at.column}
                    readOnly={readOnly}
                    above={candidates.length > 4 && row >= candidates.length - 3}
                    onFocus={() => setAt((old) => (old.row === row && old.column === column ? old : { row, column }))}
                    onKey={(event) => onKey(event, { row, column })}
                    onPaste={(event) => {
                      const block = blockOf(event.clipboardData.getData('text/plain'))
                      if (!block || readOnly) return
                      event.preventDefault()
                      const ids = subjects.map(({ id }) => id)
                      const outside = pasteBlock(store, block, { rows: candidates, subjects: ids, row, column })
                      if (outside > 0) toaster.error(m.examData_pasteOutside({ count: outside }))
                    }}
                  />
                ))}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
