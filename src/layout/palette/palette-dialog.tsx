import { createListCollection } from '@ark-ui/react/collection'
import { Dialog } from '@ark-ui/react/dialog'
import { Listbox } from '@ark-ui/react/listbox'
import { Portal } from '@ark-ui/react/portal'
import { useEffect, useMemo, useRef, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { keptCode } from '#src/lib/line.ts'
import { toaster } from '#src/ui/toast.tsx'
import type { PaletteEntry } from './palette-entries.tsx'
import { PaletteField } from './palette-field.tsx'
import { Groups, idOf, PaletteItem } from './palette-list.tsx'
import { type PinyinMatch, search } from './palette-search.ts'

type PaletteDialogProps = {
  open: boolean
  onClose(): void
  entries: readonly PaletteEntry[]
  /** The element that had the focus when the palette opened. It gets the focus back. */
  from: HTMLElement | null
}

/** A search field with the matches below it. The chosen entry runs after the dialog has closed. */
export function PaletteDialog({ open, onClose, entries, from }: PaletteDialogProps) {
  const [query, setQuery] = useState('')
  // The entry that arrow keys or the pointer highlight. Typing resets it to the best match.
  const [moved, setMoved] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const chosen = useRef<PaletteEntry>(undefined)
  const pinyin = usePinyin()
  const found = useMemo(() => search(entries, query, pinyin), [entries, query, pinyin])
  const collection = useMemo(
    () =>
      createListCollection({
        items: found,
        itemToValue: idOf,
        itemToString: ({ entry }) => entry.title,
      }),
    [found],
  )
  // The list updates its own highlight some renders late. Enter must choose the best match of the current text.
  const highlighted = moved !== null && collection.has(moved) ? moved : collection.firstValue
  const type = (text: string) => {
    setQuery(text)
    setMoved(null)
  }
  const choose = (entry: PaletteEntry) => {
    chosen.current = entry
    onClose()
  }
  const gone = () => {
    const entry = chosen.current
    chosen.current = undefined
    type('')
    // A dialog that closes before it took the focus does not restore it.
    if (document.activeElement === input.current || document.activeElement === document.body) from?.focus()
    // No caller awaits the result, so a message shows the error.
    Promise.resolve(entry?.run()).catch((error: unknown) => toaster.error(failureText(error)))
  }

  return (
    <Dialog.Root
      open={open}
      onOpenChange={(details) => !details.open && onClose()}
      onExitComplete={gone}
      initialFocusEl={() => input.current}
      finalFocusEl={() => from}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop className="fade fixed inset-0 z-50 bg-shade" />
        <Dialog.Positioner className="fixed inset-0 z-50 flex items-start justify-center p-2 sm:p-6 sm:pt-[12vh]">
          <Dialog.Content className="pop flex max-h-[min(34rem,100%)] w-full max-w-xl flex-col overflow-hidden rounded-xl border border-line bg-raised text-ink shadow-pop outline-none">
            <Dialog.Title className="sr-only">{m.palette_title()}</Dialog.Title>
            <Listbox.Root
              collection={collection}
              value={[]}
              onValueChange={({ items: [item] }) => item && choose(item.entry)}
              highlightedValue={highlighted}
              onHighlightChange={({ highlightedValue }) => setMoved(highlightedValue)}
              typeahead={false}
              loopFocus
              className="flex min-h-0 flex-1 flex-col"
            >
              <Listbox.Label className="sr-only">{m.palette_results()}</Listbox.Label>
              <PaletteField ref={input} query={query} onQuery={type} expanded={found.length > 0} />
              {/* An empty list would be an invisible stop of the Tab key, so it is hidden. */}
              <Listbox.Content
                hidden={found.length === 0}
                className="min-h-0 flex-1 scroll-py-1 overflow-y-auto p-1 outline-none"
              >
                {query.trim() === '' ? (
                  <Groups found={found} />
                ) : (
                  found.map((one) => <PaletteItem key={one.entry.id} {...one} />)
                )}
              </Listbox.Content>
            </Listbox.Root>
            <p role="status" className={found.length > 0 ? 'sr-only' : 'px-6 py-10 text-center'}>
              {found.length > 0 ? (
                m.palette_count({ count: found.length })
              ) : (
                <>
                  <span className="block font-medium">{m.palette_nothing({ query: query.trim() })}</span>
                  <span className="mt-1 block text-sm text-muted">{m.palette_nothingHint()}</span>
                </>
              )}
            </p>
            <Keys />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

/** The keyboard shortcuts of the dialog. Hidden on touch devices. */
function Keys() {
  const keys = [
    ['↑ ↓', m.palette_keyMove()],
    ['↵', m.palette_keyTake()],
    ['Esc', m.ui_close()],
  ]
  return (
    <p aria-hidden className="flex gap-4 border-t border-line px-4 py-2 text-xs text-subtle pointer-coarse:hidden">
      {keys.map(([key, does]) => (
        <span key={key}>
          <kbd className="mr-1 font-sans text-muted">{key}</kbd>
          {does}
        </span>
      ))}
    </p>
  )
}

const dictionary = keptCode(() => import('./pinyin.ts'))

/** The pinyin dictionary once it is loaded. Without it, the palette still finds titles by their text. */
function usePinyin(): PinyinMatch | undefined {
  const [pinyin, setPinyin] = useState<PinyinMatch>()
  useEffect(() => {
    let there = true
    dictionary().then(
      ({ pinyinMatch }) => there && setPinyin(() => pinyinMatch),
      () => undefined,
    )
    return () => {
      there = false
    }
  }, [])
  return pinyin
}
