import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Pencil, Plus, Save, Star } from 'lucide-react'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { cx } from '#src/lib/cx.ts'
import { randomId } from '#src/lib/random-id.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { toaster } from '#src/ui/toast.tsx'
import type { ViewUse } from './view-button.tsx'
import { ViewDialog } from './view-dialog.tsx'
import { type SavedListView, savedViews, viewsQuery } from './views.ts'

/** The list of views, with their actions. */
export function ViewList({ onClose, ...use }: ViewUse & { onClose(): void }) {
  const { resource, view, changed, state, texts = { plain: m.view_none(), hint: m.view_hint() } } = use
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(viewsQuery(resource))
  const [editing, setEditing] = useState<SavedListView | 'new'>()
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} />

  const refresh = () => client.invalidateQueries({ queryKey: viewsQuery(resource).queryKey })
  const hasDefault = data.list.some(({ isDefault }) => isDefault)
  const choose = (next: SavedListView | undefined) => {
    onClose()
    use.onOpen(next, hasDefault)
  }
  const act = async (work: () => Promise<unknown>, done?: string) => {
    try {
      await work()
      await refresh()
      if (done) toaster.success(done)
    } catch (reason) {
      toastFailure(reason)
    }
  }
  const update = () => {
    if (!view) return
    void act(
      async () => {
        await savedViews.edit({ id: view.id, version: view.version, state }, randomId())
        use.onStored()
      },
      m.view_saved({ name: view.name }),
    )
  }
  return (
    <>
      <ul aria-label={m.view_title()} className="max-h-[50dvh] overflow-y-auto">
        <ViewLine name={texts.plain} chosen={use.isPlain} onChoose={() => choose(undefined)} />
        {data.list.map((one) => (
          <ViewLine
            key={one.id}
            name={one.name}
            hint={one.editable ? undefined : one.ownerName}
            chosen={one.id === view?.id}
            onChoose={() => choose(one)}
          >
            {use.defaults && (
              <IconButton
                size="sm"
                label={one.isDefault ? m.view_notDefault({ name: one.name }) : m.view_makeDefault({ name: one.name })}
                aria-pressed={one.isDefault}
                onClick={() =>
                  void act(() => savedViews.choose({ resource, id: one.isDefault ? null : one.id }, randomId()))
                }
                className={cx(one.isDefault && 'text-warning-ink')}
              >
                <Star aria-hidden size={14} fill={one.isDefault ? 'currentColor' : 'none'} />
              </IconButton>
            )}
            {one.editable && (
              <IconButton size="sm" label={m.view_edit({ name: one.name })} onClick={() => setEditing(one)}>
                <Pencil aria-hidden size={13} />
              </IconButton>
            )}
          </ViewLine>
        ))}
      </ul>
      <div className="mt-1 flex flex-col gap-1 border-t border-line pt-1">
        {view?.editable && changed && (
          <Button variant="ghost" size="sm" icon={<Save aria-hidden size={14} />} onClick={update}>
            <span className="block max-w-56 truncate">{m.view_update({ name: view.name })}</span>
          </Button>
        )}
        <Button variant="ghost" size="sm" icon={<Plus aria-hidden size={14} />} onClick={() => setEditing('new')}>
          {m.view_saveAs()}
        </Button>
      </div>
      {editing && (
        <ViewDialog
          resource={resource}
          view={editing === 'new' ? undefined : editing}
          roles={data.roles}
          state={use.fresh ?? state}
          hint={texts.hint}
          instead={use.instead}
          onClose={() => setEditing(undefined)}
          onSaved={async (id) => {
            setEditing(undefined)
            await refresh()
            if (editing !== 'new') return
            onClose()
            use.onStored(id)
          }}
          onDeleted={async (id) => {
            setEditing(undefined)
            await refresh()
            if (view?.id === id) choose(undefined)
          }}
        />
      )}
    </>
  )
}

type ViewLineProps = {
  name: string
  hint?: string
  chosen: boolean
  onChoose(): void
  children?: React.ReactNode
}

function ViewLine({ name, hint, chosen, onChoose, children }: ViewLineProps) {
  return (
    <li className="flex items-center rounded-md pr-1 hover:bg-hover">
      <button
        type="button"
        aria-current={chosen || undefined}
        onClick={onChoose}
        className={cx(
          'flex min-h-8 min-w-0 flex-1 items-center gap-2 px-2 py-1 text-left',
          chosen && 'text-accent-ink',
        )}
      >
        <Check aria-hidden size={14} className={cx('shrink-0', !chosen && 'invisible')} />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {hint && <span className="shrink-0 text-xs text-subtle">{hint}</span>}
      </button>
      {children}
    </li>
  )
}
