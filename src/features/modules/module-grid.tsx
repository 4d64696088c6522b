import { SearchBox } from '#src/crud/query/search-box.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { cx } from '#src/lib/cx.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { findModules } from './find-modules.ts'
import type { ModuleCategory } from './manifest.schema.ts'
import { categoryNames, type OnAct } from './module-acts.ts'
import { StoreCard } from './module-card.tsx'
import type { ModuleCard } from './store.schema.ts'
import type { StorePatch, StoreSearch } from './store-search.ts'
import './store.css'

type ModuleGridProps = {
  modules: readonly ModuleCard[]
  search: Pick<StoreSearch, 'find' | 'category' | 'show'>
  onSearch(patch: StorePatch): void
  /** The uid of the module that something is being done with. */
  busy: string | undefined
  onOpen(uid: string): void
  onAct: OnAct
}

/** The modules of the store as cards, with what finds them. */
export function ModuleGrid({ modules, search, onSearch, busy, onOpen, onAct }: ModuleGridProps) {
  const { found, counts, chosen, all, updates } = findModules(modules, search)
  const { show } = search
  const reset = () => onSearch({ find: undefined, category: undefined, show: undefined })
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchBox
          value={search.find ?? ''}
          placeholder={m.store_searchHint()}
          onSearch={(text) => onSearch({ find: text || undefined })}
        />
        <Switch checked={show === 'here'} onChange={(on) => onSearch({ show: on ? 'here' : undefined })}>
          {m.store_onlyHere()}
        </Switch>
        {(updates > 0 || show === 'updates') && (
          <Chip on={show === 'updates'} onPress={(on) => onSearch({ show: on ? 'updates' : undefined })}>
            {m.store_updates({ count: formatCount(updates) })}
          </Chip>
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form */}
      <div
        role="group"
        aria-label={m.store_categories()}
        className="no-scrollbar -m-1 flex shrink-0 items-center gap-1 overflow-x-auto p-1 sm:flex-wrap"
      >
        <Chip on={chosen === undefined} onPress={() => onSearch({ category: undefined })}>
          {`${m.store_allCategories()} ${formatCount(all)}`}
        </Chip>
        {entriesOf(categoryNames)
          .filter(([category]) => counts.has(category) || category === chosen)
          .map(([category, name]) => (
            <Chip
              key={category}
              on={category === chosen}
              onPress={(on) => onSearch({ category: on ? category : undefined })}
            >
              {`${name()} ${formatCount(counts.get(category) ?? 0)}`}
            </Chip>
          ))}
      </div>
      <p role="status" className="sr-only">
        {m.store_found({ count: formatCount(found.length) })}
      </p>
      {found.length > 0 ? (
        <ul aria-label={m.store_modules()} className="module-grid">
          {found.map((card) => (
            <StoreCard key={card.uid} card={card} busy={busy === card.uid} onOpen={onOpen} onAct={onAct} />
          ))}
        </ul>
      ) : modules.length === 0 ? (
        <EmptyState title={m.store_empty()} hint={m.store_emptyHint()} />
      ) : (
        <EmptyState title={m.store_nothingFound()} action={<Button onClick={reset}>{m.store_showAll()}</Button>} />
      )}
    </>
  )
}

/** Seam: the type of a record with all categories has no other keys. */
function entriesOf<T>(record: Record<ModuleCategory, T>): [ModuleCategory, T][] {
  return Object.entries(record) as [ModuleCategory, T][]
}

/** A filter that is on or off. */
function Chip({ on, onPress, children }: { on: boolean; onPress(on: boolean): void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={() => onPress(!on)}
      className={cx(
        'h-6 shrink-0 rounded-full border px-2.5 text-xs transition-colors pointer-coarse:h-11 pointer-coarse:px-3.5',
        on
          ? 'border-accent-solid bg-accent-soft font-medium text-accent-ink'
          : 'border-line-button text-muted hover:bg-hover hover:text-ink',
      )}
    >
      {children}
    </button>
  )
}

/** Grey cards that are shown while the store loads. */
export function ModuleSkeleton() {
  return (
    <div role="status" className="module-grid">
      <span className="sr-only">{m.ui_loading()}</span>
      {[1, 2, 3, 4, 5, 6].map((one) => (
        <span key={one} aria-hidden className="module-skeleton skeleton rounded-lg border border-line" />
      ))}
    </div>
  )
}
