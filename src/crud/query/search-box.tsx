import { Search, X } from 'lucide-react'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useRested } from '#src/lib/use-debounced.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Input } from '#src/ui/input.tsx'
import { useOptimistic } from '../list/use-optimistic.ts'

type SearchBoxProps = { value: string; onSearch(text: string): void; placeholder?: string }

const PAUSE = 500

/** The quick search. It starts after a short pause in typing, or immediately with Enter. */
export function SearchBox({ value, onSearch, placeholder }: SearchBoxProps) {
  const [query, send] = useOptimistic(value, String, onSearch)
  const [known, setKnown] = useState(query)
  const [text, setText] = useState(query)
  // Unfinished input of an input method (pinyin) must not start a search.
  const [composing, setComposing] = useState(false)
  if (query !== known) {
    setKnown(query)
    if (query !== text.trim()) setText(query)
  }
  const commit = (next: string) => {
    if (next.trim() !== query) send(next.trim())
  }
  useRested(composing ? undefined : text, commit, PAUSE)

  const clear = () => {
    setText('')
    commit('')
  }
  return (
    <search className="min-w-0 max-sm:order-first max-sm:w-44 max-sm:grow max-sm:shrink-0 sm:flex-1 head-wide:max-w-96 head-wide:min-w-36">
      {/* Beside many buttons it gets narrower before a button wraps. */}
      <form
        className="head-wide:contain-inline-size"
        onSubmit={(event) => {
          event.preventDefault()
          commit(text)
        }}
      >
        <Input
          type="text"
          inputMode="search"
          enterKeyHint="search"
          aria-label={m.crud_search()}
          placeholder={placeholder}
          value={text}
          maxLength={100}
          autoComplete="off"
          icon={<Search aria-hidden size={15} />}
          onChange={(event) => setText(event.target.value)}
          // On a telephone the line of tools may have been scrolled, and an input in half of its place shows no text.
          onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && text !== '') clear()
          }}
          action={
            text !== '' && (
              <IconButton label={m.crud_clearSearch()} size="sm" onClick={clear}>
                <X size={14} />
              </IconButton>
            )
          }
        />
      </form>
    </search>
  )
}
