import { ArrowDownToLine, Search } from 'lucide-react'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { Button } from '#src/ui/button.tsx'
import { FindBox } from './find-box.tsx'
import { OutputBlocks } from './output-blocks.tsx'
import { useFind } from './use-find.ts'
import { useStick } from './use-stick.ts'

type OutputViewProps = {
  /** The name of the output for screen readers. */
  label: string
  lines: readonly string[]
  /** How many lines there are before these. */
  before?: number
  /** Says what is left out, and leads there. */
  head?: ReactNode
  /** Buttons beside the one that finds. */
  tools?: ReactNode
  /** Says where else a text is that the reader looks for. */
  elsewhere?(text: string): ReactNode
  /** Shown while there is no line. */
  empty: string
  tall?: boolean
}

/** The output of a command: its lines in colours, kept at the end while it grows, with a search. */
export function OutputView({ label, head, tools, elsewhere, empty, tall, ...output }: OutputViewProps) {
  // A press comes before the lines of a command that writes fast.
  const lines = useDeferredValue(output.lines)
  const before = useDeferredValue(output.before ?? 0)
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [finding, setFinding] = useState(false)
  const find = useFind(lines)
  const { away, toEnd, onScroll, leave } = useStick(box, lines)
  const hit = find.hits[find.at]
  const at = hit && before + hit.line
  const nth = hit?.nth
  // biome-ignore lint/correctness/useExhaustiveDependencies: a hit of the same line is shown too
  useEffect(() => {
    if (at === undefined) return
    leave()
    const line = box.current?.querySelector(`[data-line="${at}"]`)
    const mark = line?.querySelector('mark[data-current]') ?? line
    mark?.scrollIntoView({ block: 'nearest' })
  }, [at, nth])
  const close = () => {
    setFinding(false)
    find.type('')
    opener.current?.focus()
  }
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-1.5">
        <Button
          ref={opener}
          size="sm"
          aria-expanded={finding}
          icon={<Search aria-hidden size={14} />}
          onClick={() => (finding ? close() : setFinding(true))}
        >
          {m.terminal_find()}
        </Button>
        {tools}
        {finding && <FindBox find={find} onClose={close} />}
      </div>
      {finding && find.wanted !== '' && elsewhere?.(find.wanted)}
      {head}
      <div className="relative">
        <div
          ref={box}
          role="log"
          // Screen readers would read thousands of lines. They are told how the task goes on instead.
          aria-live="off"
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard
          tabIndex={0}
          onScroll={onScroll}
          className={cx(
            'overflow-y-auto overscroll-contain rounded-md border border-line bg-sunken px-3 py-2 font-mono text-sm',
            tall ? 'max-h-[min(36rem,62dvh)]' : 'max-h-[min(24rem,50dvh)]',
          )}
        >
          <div className="wrap-anywhere whitespace-pre-wrap">
            {lines.length === 0 ? (
              <p className="font-sans text-muted">{empty}</p>
            ) : (
              <OutputBlocks lines={lines} before={before} find={find.text} hits={find.hits} current={hit} />
            )}
          </div>
        </div>
        {away && (
          <Button
            size="sm"
            icon={<ArrowDownToLine aria-hidden size={14} />}
            className="absolute right-4 bottom-3"
            onClick={() => {
              toEnd()
              box.current?.focus()
            }}
          >
            {m.terminal_toEnd()}
          </Button>
        )}
      </div>
    </div>
  )
}
