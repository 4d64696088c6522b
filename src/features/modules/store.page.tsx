import type { ListTab } from '#src/crud/list/list-tab.ts'
import { ListTabs } from '#src/crud/list/list-tabs.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { SUPER } from '#src/resource/registry.ts'
import { lazyDialog, lazyPart } from '#src/ui/lazy.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { StoreModules } from './store-modules.tsx'
import type { StoreSearch } from './store-search.ts'
import { useModuleActs } from './use-module-acts.ts'

const StoreLog = lazyPart(async () => (await import('./store-log.tsx')).StoreLog, <SkeletonRows />)
const ModuleDetailsDialog = lazyDialog(
  async () => (await import('./module-details.tsx')).ModuleDetailsDialog,
  ({ onClose }) => onClose(),
)
const InstallModuleDialog = lazyDialog(
  async () => (await import('./install-dialog.tsx')).InstallModuleDialog,
  ({ onClose }) => onClose(),
)
const ModuleQuestion = lazyDialog(
  async () => (await import('./module-question.tsx')).ModuleQuestion,
  ({ onClose }) => onClose(),
)
const KeysDialog = lazyDialog(
  async () => (await import('./keys-dialog.tsx')).KeysDialog,
  ({ onClose }) => onClose(),
)
const UploadDialog = lazyDialog(
  async () => (await import('./upload-dialog.tsx')).UploadDialog,
  ({ onClose }) => onClose(),
)

const tabs: readonly ListTab[] = [
  { key: 'modules', label: m.store_modules },
  { key: 'log', label: m.store_log },
]

type StorePageProps = {
  search: StoreSearch
  onSearch(patch: Partial<StoreSearch>, options?: { replace?: boolean }): void
  /** The site may have changed: its settings, its menus. */
  onSite(): Promise<void>
}

/** The module store: what can be added to the product, and the log of what was. */
export function StorePage({ search, onSearch, onSite }: StorePageProps) {
  const may = useCan()(SUPER)
  const { open, setOpen, close, busy, act, changed } = useModuleActs(onSite)
  const show = (uid: string | undefined) => onSearch({ module: uid })
  const onAct = may ? act : undefined
  return (
    <>
      <ListTabs label={m.menu_moduleStore()} tabs={tabs} search={search} onSearch={onSearch}>
        {(list, tab) =>
          tab === 'log' ? (
            <StoreLog {...list} onOpen={show} />
          ) : (
            <StoreModules
              search={search}
              onSearch={(patch) => onSearch(patch, { replace: true })}
              busy={busy}
              onOpen={show}
              onAct={onAct}
              onKeys={() => setOpen({ what: 'keys' })}
              onUpload={(file) => setOpen({ what: 'upload', ...(file ? { file } : {}) })}
            />
          )
        }
      </ListTabs>
      {search.module !== undefined && (
        <ModuleDetailsDialog
          key={search.module}
          uid={search.module}
          busy={busy}
          onOpen={show}
          onAct={onAct}
          onClose={() => show(undefined)}
        />
      )}
      {open?.what === 'install' && (
        <InstallModuleDialog
          uid={open.uid}
          title={open.title}
          onOpen={(uid) => {
            close()
            show(uid)
          }}
          onChanged={changed}
          onClose={close}
        />
      )}
      {open?.what === 'keys' && <KeysDialog onClose={close} />}
      {open?.what === 'upload' && (
        <UploadDialog
          file={open.file}
          onReceived={({ uid }) => {
            changed()
            setOpen({ what: 'install', uid })
          }}
          onClose={close}
        />
      )}
      {open && 'card' in open && (
        <ModuleQuestion act={open.what} card={open.card} onChanged={changed} onClose={close} />
      )}
    </>
  )
}
