import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { useId } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Input } from '#src/ui/input.tsx'
import type { OutputFind } from './use-find.ts'

/** The server looks for no longer text in the lines that are not loaded. */
const MOST_SIGNS = 100

type FindBoxProps = {
  find: OutputFind
  /** Closes it. */
  onClose(): void
}

/** Finds a text in the output: Enter leads to the next hit, Shift and Enter to the one before, Esc closes it. */
export function FindBox({ find, onClose }: FindBoxProps) {
  const { typed, hits, at, type, go } = find
  const status = useId()
  return (
    <search data-own-escape className="flex min-w-0 flex-wrap items-center gap-1 sm:flex-nowrap">
      <Input
        autoFocus
        value={typed}
        maxLength={MOST_SIGNS}
        icon={<Search aria-hidden size={14} />}
        aria-label={m.terminal_findLabel()}
        aria-describedby={status}
        placeholder={m.terminal_findLabel()}
        autoComplete="off"
        className="sm:max-w-64"
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') {
            event.preventDefault()
            go(event.shiftKey ? -1 : 1)
          }
          if (event.key === 'Escape') {
            onClose()
          }
        }}
      />
      <span id={status} role="status" className="tabular min-w-16 shrink-0 px-1 text-sm text-muted">
        {typed.trim() === ''
          ? ''
          : hits.length === 0
            ? m.terminal_findNone()
            : m.terminal_findAt({ at: formatCount(at + 1), count: formatCount(hits.length) })}
      </span>
      <IconButton label={m.terminal_findBefore()} size="sm" disabled={hits.length === 0} onClick={() => go(-1)}>
        <ChevronUp aria-hidden size={16} />
      </IconButton>
      <IconButton label={m.terminal_findNext()} size="sm" disabled={hits.length === 0} onClick={() => go(1)}>
        <ChevronDown aria-hidden size={16} />
      </IconButton>
      <IconButton label={m.terminal_findClose()} size="sm" onClick={onClose}>
        <X aria-hidden size={16} />
      </IconButton>
    </search>
  )
}
