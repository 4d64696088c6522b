import { ArrowDown, ArrowUp, Copy, Eye, Pencil, RotateCcwClock, Trash, Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { hasTransfer, useKit } from '#src/layout/kit-context.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { offersOf } from '#src/resource/offers.ts'
import { lazyDialog } from '#src/ui/lazy.tsx'
import type { ListRow } from '../grid/list-table.ts'
import type { ListScreenProps } from '../list/list-screen.tsx'
import { neighbourOf, type TreeRow } from '../list/tree.ts'
import type { RowAction } from './row-actions.tsx'
import { useRights } from './use-rights.ts'

const DetailsDialog = lazyDialog(
  async () => (await import('./details-dialog.tsx')).DetailsDialog,
  ({ onClose }) => onClose(),
  { warm: 'later' },
)
const HistoryDialog = lazyDialog(
  async () => (await import('../history/history-dialog.tsx')).HistoryDialog,
  ({ onClose }) => onClose(),
  { warm: 'later' },
)

const ViewersDialog = lazyDialog(
  async () => (await import('./viewers-dialog.tsx')).ViewersDialog,
  ({ onClose }) => onClose(),
)

type About<TRow> = { row: TRow; what: 'details' | 'history' | 'viewers' }

/** The actions of a row, according to the user's rights, with those of the resource. Includes the read-only dialogs. */
export function useRowActions<TRow extends ListRow, TForm>(props: ListScreenProps<TRow, TForm>) {
  const { resource, description, dialogs, nameOf, list } = props
  const may = useRights(description)
  const [about, setAbout] = useState<About<TRow>>()
  const edit = useStable(dialogs.edit)
  const copy = useStable(dialogs.copy)
  const remove = useStable((row: TRow) => dialogs.remove([row]))
  const look = useStable((row: TRow) => setAbout({ row, what: 'details' }))
  const history = useStable((row: TRow) => setAbout({ row, what: 'history' }))
  const viewers = useStable((row: TRow) => setAbout({ row, what: 'viewers' }))
  // A pig back end cannot say it.
  const kit = useKit()
  const tellsViewers = useCan()('user-role/user/index') && hasTransfer(kit)

  const sortable = may.edit && props.onSort !== undefined
  const neighbour = useStable((row: TRow, step: -1 | 1) => neighbourOf<TRow & TreeRow>(list.rows, row.id, step))
  const sort = useStable((id: number, targetId: number) => props.onSort?.(id, targetId))

  const actions = useMemo(() => {
    const editing: RowAction<TRow> = {
      key: 'edit',
      label: m.crud_edit,
      icon: <Pencil aria-hidden size={14} />,
      button: true,
      run: edit,
      name: (row) => m.crud_editRow({ name: nameOf(row) }),
    }
    const move = (step: -1 | 1) => ({
      disabled: (row: TRow) => neighbour(row, step) === undefined,
      run(row: TRow) {
        const target = neighbour(row, step)
        if (target) sort(row.id, target.id)
      },
    })
    const moves: RowAction<TRow>[] = [
      { ...move(-1), key: 'up', label: m.tree_moveUp, icon: <ArrowUp aria-hidden size={15} /> },
      { ...move(1), key: 'down', label: m.tree_moveDown, icon: <ArrowDown aria-hidden size={15} /> },
    ]
    const rest: RowAction<TRow>[] = [
      {
        key: 'view',
        label: m.crud_view,
        icon: <Eye aria-hidden size={14} />,
        button: !may.edit,
        run: look,
        name: (row) => m.crud_viewRow({ name: nameOf(row) }),
      },
    ]
    if (offersOf(description).history) {
      rest.push({ key: 'history', label: m.history_open, icon: <RotateCcwClock aria-hidden size={14} />, run: history })
    }
    if (tellsViewers) {
      rest.push({ key: 'viewers', label: m.viewers_open, icon: <Users aria-hidden size={14} />, run: viewers })
    }
    if (may.add) {
      rest.push({ key: 'copy', label: m.crud_copy, icon: <Copy aria-hidden size={14} />, run: copy })
    }
    const deleting: RowAction<TRow> = {
      key: 'del',
      label: m.crud_delete,
      icon: <Trash aria-hidden size={14} />,
      danger: true,
      run: remove,
    }
    return [
      ...(may.edit ? [editing] : []),
      ...(props.actions ?? []),
      ...(sortable ? moves : []),
      ...rest,
      ...(may.del ? [deleting] : []),
    ]
  }, [
    props.actions,
    description,
    may.add,
    may.edit,
    may.del,
    sortable,
    nameOf,
    edit,
    copy,
    remove,
    look,
    history,
    viewers,
    tellsViewers,
    neighbour,
    sort,
  ])

  const close = () => setAbout(undefined)
  const element =
    about &&
    (about.what === 'details' ? (
      <DetailsDialog
        resource={resource}
        description={description}
        id={about.row.id}
        name={nameOf(about.row)}
        look={props.detailsAs}
        content={props.details}
        onEdit={
          may.edit
            ? () => {
                close()
                edit(about.row)
              }
            : undefined
        }
        onClose={close}
      />
    ) : about.what === 'viewers' ? (
      <ViewersDialog resource={resource.key} id={about.row.id} name={nameOf(about.row)} onClose={close} />
    ) : (
      <HistoryDialog
        resource={resource.key}
        description={description}
        id={about.row.id}
        name={nameOf(about.row)}
        onChanged={list.refetch}
        onClose={close}
      />
    ))
  return { actions, element, look, open: may.edit ? edit : look, remove: may.del ? remove : undefined }
}
