import { useQuery } from '@tanstack/react-query'
import { FileKey2, RotateCw, Upload } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import type { OnAct } from './module-acts.ts'
import { ModuleGrid, ModuleSkeleton } from './module-grid.tsx'
import { storeQuery } from './store.queries.ts'
import type { StoreAnswer } from './store.schema.ts'
import type { StorePatch, StoreSearch } from './store-search.ts'

type StoreModulesProps = {
  search: StoreSearch
  onSearch(patch: StorePatch): void
  busy: string | undefined
  onOpen(uid: string): void
  /** Undefined: the user may only look. */
  onAct: OnAct
  onKeys(): void
  /** @param file the archive that was dropped */
  onUpload(file?: File): void
}

/** The modules of the store, and where they come from. */
export function StoreModules({ search, onSearch, busy, onOpen, onAct, onKeys, onUpload }: StoreModulesProps) {
  const { data, error, isFetching, refetch } = useQuery(storeQuery)
  const [over, setOver] = useState(false)
  const may = onAct !== undefined
  const refresh = () =>
    void refetch().then(({ error: failure }) => {
      if (failure && data) toastFailure(failure)
    })
  const carries = ({ dataTransfer }: DragEvent) => may && dataTransfer.types.includes('Files')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the button above
    <div
      className="module-drop flex flex-col gap-3"
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!carries(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={(event) => {
        if (!carries(event)) return
        event.preventDefault()
        setOver(false)
        onUpload(event.dataTransfer.files[0])
      }}
    >
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="mr-auto text-xl">{m.menu_moduleStore()}</h1>
        <IconButton label={m.list_refresh()} aria-disabled={isFetching || undefined} onClick={refresh}>
          <RotateCw aria-hidden size={15} />
        </IconButton>
        {may && (
          <>
            <Button icon={<FileKey2 aria-hidden size={15} />} onClick={onKeys}>
              {m.store_keys()}
            </Button>
            <Button variant="primary" icon={<Upload aria-hidden size={15} />} onClick={() => onUpload()}>
              {m.store_upload()}
            </Button>
          </>
        )}
      </div>
      {data && <IndexLine index={data.index} pending={isFetching} onRetry={refresh} />}
      {data ? (
        <ModuleGrid
          modules={data.modules}
          search={search}
          onSearch={onSearch}
          busy={busy}
          onOpen={onOpen}
          onAct={onAct}
        />
      ) : error ? (
        <FailureState error={error} onRetry={refresh} retrying={isFetching} />
      ) : (
        <ModuleSkeleton />
      )}
    </div>
  )
}

type IndexLineProps = { index: StoreAnswer['index']; pending: boolean; onRetry(): void }

/** The index that modules come from, and why it could not be read. */
export function IndexLine({ index, pending, onRetry }: IndexLineProps) {
  if (!index) return <p className="text-sm text-muted">{m.store_noIndex()}</p>
  if (index.error === null)
    return (
      <p className="text-sm text-muted wrap-anywhere">
        {m.store_index({ name: index.name ? `${index.name} (${index.address})` : index.address })}
      </p>
    )
  return (
    <Banner
      tone="warning"
      action={
        <Button size="sm" loading={pending} onClick={onRetry}>
          {m.ui_retry()}
        </Button>
      }
    >
      <p className="font-medium wrap-anywhere">{m.store_indexFailed({ address: index.address })}</p>
      <p className="text-sm wrap-anywhere">{index.error}</p>
    </Banner>
  )
}
