import { useStore } from '@tanstack/react-form'
import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { labelText } from '#src/resource/label.ts'
import { partFact, type RecordFormFacts } from './record-form-facts.ts'
import { type PartState, usePartStates } from './use-part-states.ts'
import type { RecordFormApi } from './use-record-form.ts'
import { useSectionSpy } from './use-section-spy.ts'

type RecordFormRailProps = Parameters<typeof usePartStates>[0] & {
  form: RecordFormApi
  /** The form whose sections are listed. */
  element: RefObject<HTMLFormElement | null>
  facts: RecordFormFacts | undefined
  /** Renders the sections that are still missing. */
  complete(): void
  /** The background of the form. On a small screen the fields scroll under the list. */
  surface: 'bg-surface' | 'bg-raised'
}

/**
 * The sections of a long form: beside its fields, or above them where there is little room. Each one has its state and
 * what it contains, and leads there. The current one is marked.
 */
export function RecordFormRail({ element, facts, complete, surface, ...rest }: RecordFormRailProps) {
  const { parts, form } = rest
  const states = usePartStates(rest)
  const values = useStore(form.store, (state) => state.values)
  const spy = useSectionSpy(
    element,
    parts.map(({ section }) => section?.key ?? ''),
    complete,
  )
  const list = useRef<HTMLOListElement>(null)
  const followed = useRef(spy.current)
  // The bar on a small screen scrolls sideways. The page must not scroll with it.
  useEffect(() => {
    // Nothing has to move at first, and to find that out, the browser would have to lay out the page once more.
    if (followed.current === spy.current) return
    followed.current = spy.current
    const [box, at] = [list.current, list.current?.querySelector<HTMLElement>('[aria-current]')]
    if (!box || !at || box.scrollWidth <= box.clientWidth) return
    box.scrollLeft = at.offsetLeft - box.offsetLeft - (box.clientWidth - at.offsetWidth) / 2
  }, [spy.current])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.findIndex((button) => button.contains(document.activeElement))
    const down = event.key === 'ArrowDown' || event.key === 'ArrowRight'
    const up = event.key === 'ArrowUp' || event.key === 'ArrowLeft'
    if (at < 0 || !(down || up)) return
    event.preventDefault()
    buttons[at + (down ? 1 : -1)]?.focus()
  }
  return (
    <nav
      aria-label={m.entry_sections()}
      className={cx(
        'sticky top-[calc(-1*var(--dialog-top,0px))] z-10 -mx-5 -mt-1 mb-3 border-b border-line px-5 py-2 @3xl:top-1 @3xl:z-0 @3xl:mx-0 @3xl:mt-0 @3xl:mb-0 @3xl:self-start @3xl:border-0 @3xl:p-0',
        surface,
      )}
    >
      <ol
        ref={list}
        onKeyDown={onKeyDown}
        className="flex gap-1 overflow-x-auto p-0.5 @3xl:flex-col @3xl:gap-0.5 @3xl:overflow-visible"
      >
        {parts.map((part, at) => {
          const key = part.section?.key ?? ''
          return (
            <RailItem
              key={key}
              title={part.section ? labelText(part.section.title) : m.entry_begin()}
              fact={partFact(part, values, facts)}
              state={states[at]}
              current={key === spy.current}
              onGo={() => spy.go(key)}
            />
          )
        })}
      </ol>
    </nav>
  )
}

/** The fields, with the list of sections beside them or above them. */
export function RecordFormFrame({ rail, children }: { rail: ReactNode; children: ReactNode }) {
  if (!rail) return children
  return (
    <div className="@container">
      <div className="@3xl:grid @3xl:grid-cols-[12.5rem_minmax(0,1fr)] @3xl:gap-x-8">
        {rail}
        <div className="min-w-0">{children}</div>
      </div>
    </div>
  )
}

type RailItemProps = {
  title: string
  fact: string | undefined
  state: PartState | undefined
  current: boolean
  onGo(): void
}

function RailItem({ title, fact, state, current, onGo }: RailItemProps) {
  const wrong = state?.wrong ?? 0
  return (
    <li className="shrink-0">
      <button
        type="button"
        aria-current={current ? 'step' : undefined}
        onClick={onGo}
        className={cx(
          'flex min-h-8 w-full items-start gap-2 rounded-md px-2 py-1.5 text-left text-sm pointer-coarse:min-h-11 pointer-coarse:items-center',
          current ? 'bg-accent-soft text-accent-ink' : 'hover:bg-hover',
        )}
      >
        <span className="min-w-0 flex-1">
          <span className="block font-medium whitespace-nowrap @3xl:whitespace-normal">{title}</span>
          {fact && (
            <span className={cx('tabular block text-xs whitespace-nowrap', current ? 'text-accent-ink' : 'text-muted')}>
              {fact}
            </span>
          )}
        </span>
        {wrong > 0 ? (
          <span className="tabular mt-px grid h-4.5 min-w-4.5 shrink-0 place-items-center rounded-full bg-danger-solid px-1 text-xs text-white">
            <span aria-hidden>{wrong}</span>
            <span className="sr-only">{m.entry_wrong({ count: wrong })}</span>
          </span>
        ) : (
          state?.complete && (
            <span className="mt-0.5 shrink-0 text-success-ink">
              <Check aria-hidden size={15} strokeWidth={2.5} />
              <span className="sr-only">{m.entry_complete()}</span>
            </span>
          )
        )}
      </button>
    </li>
  )
}
