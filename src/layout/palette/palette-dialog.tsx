import { createListCollection } from '@ark-ui/react/collection'
import { Dialog } from '@ark-ui/react/dialog'
import { Listbox } from '@ark-ui/react/listbox'
import { Portal } from '@ark-ui/react/portal'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { keptCode } from '#src/lib/line.ts'
import type { PaletteEntry } from './palette-entries.tsx'
import { PaletteField } from './palette-field.tsx'
import { PaletteFoot } from './palette-foot.tsx'
import { Groups, idOf, Matches } from './palette-list.tsx'
import { type PinyinMatch, search } from './palette-search.ts'
import { PaletteStatus } from './palette-status.tsx'
import type { RecordMatches } from './record-entries.tsx'
import { type FindRecords, type RecordGroup, useRecords } from './use-records.ts'

type PaletteDialogProps = {
  open: boolean
  onClose(): void
  entries: readonly PaletteEntry[]
  /** The element that had the focus when the palette opened. It gets the focus back. */
  from: HTMLElement | null
  /** Searches the records. Without it, the palette finds pages and actions. */
  find?: FindRecords
  /** The found records as entries. */
  recordsOf?(groups: readonly RecordGroup[], text: string, pending: boolean): RecordMatches[]
  /** The title of the page of a menu path. */
  titleOf?(menu: string): string | undefined
}

/** What the user has chosen: it runs after the dialog has closed. */
type Chosen = { run(): unknown }

const noRecords: RecordMatches[] = []

/** A search field with the matches below it. The chosen entry runs after the dialog has closed. */
export function PaletteDialog({ open, onClose, entries, from, find, recordsOf, titleOf }: PaletteDialogProps) {
  const [query, setQuery] = useState('')
  // The entry that arrow keys or the pointer highlight. Typing resets it to the best match.
  const [moved, setMoved] = useState<string | null>(null)
  // Enter before the records are there takes the first of them.
  const [hasty, setHasty] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const chosen = useRef<Chosen>(undefined)
  const describing = useId()
  const pinyin = usePinyin()
  const text = query.trim()
  const answer = useRecords(text, find)
  const { groups, pending } = answer
  const records = useMemo(() => recordsOf?.(groups, text, pending) ?? noRecords, [recordsOf, groups, text, pending])
  const found = useMemo(() => search(entries, query, pinyin), [entries, query, pinyin])
  const all = useMemo(() => [...found, ...records.flatMap((group) => group.found)], [found, records])
  const collection = useMemo(
    () =>
      createListCollection({
        items: all,
        itemToValue: idOf,
        itemToString: ({ entry }) => entry.title,
      }),
    [all],
  )
  // The list updates its own highlight some renders late. Enter must choose the best match of the current text.
  const highlighted = moved !== null && collection.has(moved) ? moved : collection.firstValue
  const current = highlighted === null ? undefined : collection.find(highlighted)?.entry
  const type = (text: string) => {
    setQuery(text)
    setMoved(null)
    setHasty(false)
  }
  const choose = (next: Chosen) => {
    chosen.current = next
    onClose()
  }
  const edit = ({ edit }: PaletteEntry) => edit && choose({ run: edit })
  const onKey = (event: KeyboardEvent) => {
    // While the user composes Chinese text, Enter belongs to the input method.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      event.stopPropagation()
      if (current) edit(current)
    } else if (all.length === 0) setHasty(true)
  }
  useEffect(() => {
    const [first] = all
    if (!hasty || pending) return
    setHasty(false)
    if (first) {
      chosen.current = first.entry
      onClose()
    }
  }, [hasty, pending, all, onClose])
  const gone = () => {
    const next = chosen.current
    chosen.current = undefined
    type('')
    // A dialog that closes before it took the focus does not restore it.
    if (document.activeElement === input.current || document.activeElement === document.body) from?.focus()
    // No caller awaits the result, so a message shows the error.
    Promise.resolve(next?.run()).catch((error: unknown) => toastFailure(error))
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
              <PaletteField
                ref={input}
                query={query}
                onQuery={type}
                expanded={all.length > 0}
                onKey={onKey}
                describedBy={current?.edit ? describing : undefined}
              />
              <span id={describing} hidden>
                {m.palette_editKey()}
              </span>
              {/* An empty list would be an invisible stop of the Tab key, so it is hidden. */}
              <Listbox.Content
                hidden={all.length === 0}
                className="min-h-0 flex-1 scroll-py-1 overflow-y-auto p-1 outline-none"
              >
                {text === '' ? <Groups found={found} /> : <Matches found={found} records={records} onEdit={edit} />}
              </Listbox.Content>
            </Listbox.Root>
            <PaletteStatus
              query={text}
              count={all.length}
              records={answer}
              focusField={() => input.current?.focus()}
              finds={find !== undefined}
              titleOf={titleOf}
            />
            <PaletteFoot editable={current?.edit !== undefined} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
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
