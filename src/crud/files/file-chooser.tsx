import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Check, Search } from 'lucide-react'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import type { FileSource, FileToChoose } from '#src/layout/kit-context.ts'
import { cx } from '#src/lib/cx.ts'
import { type FileKind, fileKinds } from '#src/lib/file-facts.ts'
import { sizeText } from '#src/lib/size-text.ts'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { moveInGrid } from '#src/ui/grid-focus.ts'
import { Input } from '#src/ui/input.tsx'
import { NativeSelect } from '#src/ui/native-select.tsx'
import { FileThumb } from './file-thumb.tsx'
import { kindNames } from './kind-names.ts'

const PAGE = 24
/** Milliseconds after the last key of a search. */
const PAUSE = 300

type FileChooserProps = {
  source: FileSource
  /** Only pictures can be chosen. */
  pictures?: boolean
  /** The extensions that can be chosen, separated by commas. */
  suffixes?: string
  /** How many files can be chosen. */
  max: number
  onChosen(files: readonly FileToChoose[]): void
  onClose(): void
}

/** A dialog with the stored files, to choose one or several of them. */
export function FileChooser({ source, pictures = false, suffixes, max, onChosen, onClose }: FileChooserProps) {
  const [text, setText] = useState('')
  const [kind, setKind] = useState<FileKind | ''>(pictures ? 'image' : '')
  const [chosen, setChosen] = useState<readonly FileToChoose[]>([])
  const quickSearch = useDebounced(text.trim(), PAUSE)
  const found = useInfiniteQuery({
    queryKey: ['attachment', 'choose', quickSearch, kind, suffixes],
    queryFn: ({ pageParam, signal }) =>
      source.choose({ quickSearch, kind, suffixes, page: pageParam, limit: PAGE }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * PAGE < last.total ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
    // Somebody may have uploaded one a moment ago.
    staleTime: 0,
  })
  const files = found.data?.pages.flatMap(({ list }) => list) ?? []
  const has = ({ id }: FileToChoose) => chosen.some((one) => one.id === id)
  const toggle = (file: FileToChoose) => {
    if (has(file)) return setChosen(chosen.filter(({ id }) => id !== file.id))
    // Of one file, another choice replaces the first.
    if (max === 1) return setChosen([file])
    if (chosen.length < max) setChosen([...chosen, file])
  }
  return (
    <Dialog
      open
      onRequestClose={onClose}
      title={pictures ? m.files_choosePictures() : m.files_chooseFiles()}
      size="lg"
      tall
      footer={
        <>
          <span role="status" className="mr-auto self-center text-sm text-muted">
            {max > 1 && m.files_remaining({ chosen: chosen.length, left: max - chosen.length })}
          </span>
          <Button onClick={onClose}>{m.ui_cancel()}</Button>
          <Button variant="primary" disabled={chosen.length === 0} onClick={() => onChosen(chosen)}>
            {m.files_take()}
          </Button>
        </>
      }
    >
      <div className="sticky top-0 z-10 flex gap-2 bg-raised pt-1 pb-3">
        <Input
          type="search"
          icon={<Search aria-hidden size={15} />}
          aria-label={m.files_search()}
          placeholder={m.files_search()}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {!pictures && (
          <NativeSelect
            aria-label={m.attachment_kind()}
            items={[
              { value: '', label: m.files_everyKind() },
              ...fileKinds.map((one) => ({ value: one, label: kindNames[one]() })),
            ]}
            value={kind}
            onChange={(next) => setKind(fileKinds.find((one) => one === next) ?? '')}
            className="w-36 shrink-0"
          />
        )}
      </div>
      {found.isError && files.length === 0 ? (
        <FailureState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <div aria-busy className={grid}>
          {Array.from({ length: 8 }, (_none, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: grey boxes are all the same
            <span key={at} className="skeleton h-40 rounded-lg" />
          ))}
        </div>
      ) : files.length === 0 ? (
        <EmptyState title={quickSearch || kind ? m.files_noneFound() : m.files_none()} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move among its buttons
        <div className={grid} onKeyDown={(event) => moveInGrid(event, '[data-card]')}>
          {files.map((file) => (
            <button
              key={file.id}
              type="button"
              data-card
              aria-pressed={has(file)}
              aria-disabled={max > 1 && chosen.length >= max && !has(file)}
              onClick={() => toggle(file)}
              onDoubleClick={() => max === 1 && onChosen([file])}
              className={cx(
                'relative flex flex-col overflow-hidden rounded-lg border bg-surface text-left transition-colors hover:border-muted aria-disabled:opacity-60',
                has(file) ? 'border-accent-solid ring-1 ring-accent-solid' : 'border-line',
              )}
            >
              <FileThumb
                url={file.url}
                suffix={file.suffix}
                picture={file.mimetype.startsWith('image/')}
                className="h-28 w-full"
              />
              <span className="w-full min-w-0 px-2 py-1.5">
                <span className="block truncate" title={file.name}>
                  {file.name}
                </span>
                <span className="tabular block text-xs text-muted">
                  {[sizeText(file.size), file.width && `${file.width} × ${file.height}`].filter(Boolean).join(' · ')}
                </span>
              </span>
              {has(file) && (
                <span className="absolute top-1.5 right-1.5 grid size-5 place-items-center rounded-full bg-accent-solid text-white">
                  <Check aria-hidden size={13} />
                </span>
              )}
            </button>
          ))}
        </div>
      )}
      {found.hasNextPage && (
        <div className="flex justify-center pt-4">
          <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {m.files_more()}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3'
