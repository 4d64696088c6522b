import { CircleExclamationPoint, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { DragHandle } from '#src/crud/grid/drag-handle.tsx'
import { useRowSort } from '#src/crud/grid/use-row-sort.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { DropLine } from '#src/ui/drag/drop-line.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { type DesignField, shownLabel } from './design.ts'
import { useDesigner } from './designer-context.ts'
import { typeNames } from './type-names.ts'

/** The height of a field in the list, as in generator.css. */
export const FIELD_HEIGHT = 44

type FieldListProps = {
  scroller: RefObject<HTMLDivElement | null>
  body: RefObject<HTMLUListElement | null>
  /** Where a preset that is dragged would come. */
  dropAt: number | undefined
  /** Shows the properties of a field, and puts the focus into its name. */
  onRename(name: string): void
}

/** The fields of the design in their order. They are selected, moved and removed here. */
export function FieldList({ scroller, body, dropAt, onRename }: FieldListProps) {
  const { state, dispatch, errors } = useDesigner()
  const { fields } = state.design.description
  const helpId = useId()
  const focusOn = useRef<string>(undefined)
  const focusField = (name: string | undefined) =>
    body.current?.querySelector<HTMLElement>(`[data-field="${name}"]`)?.focus()
  // A field that has moved is another place of the page, and loses the focus there.
  useLayoutEffect(() => {
    if (focusOn.current === undefined) return
    focusField(focusOn.current)
    focusOn.current = undefined
  })
  const sort = useRowSort({
    rows: fields.map((field, id) => ({ id, pid: null, depth: 0, name: titleOf(field) })),
    rowHeight: FIELD_HEIGHT,
    scroller,
    body,
    onSort: (from, to) => dispatch({ kind: 'move', from, to }),
  })
  const keys = (event: KeyboardEvent, at: number) => {
    const field = fields[at]
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!field) return
    if (step === 1 || step === -1) {
      if (event.altKey) {
        focusOn.current = field.name
        sort.step(at, step)
      } else focusField(fields[at + step]?.name)
    } else if (event.key === 'F2') onRename(field.name)
    else if (event.key === 'Delete') {
      focusOn.current = (fields[at + 1] ?? fields[at - 1])?.name
      dispatch({ kind: 'remove', name: field.name })
    } else return
    event.preventDefault()
  }
  const line = dropAt ?? sort.line
  return (
    <div ref={scroller} className="relative">
      {line !== undefined && <DropLine top={line * FIELD_HEIGHT} />}
      <ul ref={body} aria-label={m.designer_fields()}>
        {fields.map((field, at) => (
          <li
            key={field.name}
            data-chosen={state.selected === field.name ? '' : undefined}
            className={cx(
              'designer-line group/row flex items-center gap-1 rounded-md pr-1 hover:bg-hover',
              sort.held === at && 'drag-held',
            )}
          >
            <DragHandle id={at} name={titleOf(field)} sort={sort.handle} sortHelp={helpId} />
            <button
              type="button"
              data-field={field.name}
              aria-pressed={state.selected === field.name}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown F2 Delete"
              onClick={() => dispatch({ kind: 'select', name: field.name })}
              onDoubleClick={() => onRename(field.name)}
              onKeyDown={(event) => keys(event, at)}
              className="flex h-full min-w-0 flex-1 items-center gap-2 text-left"
            >
              <span className="min-w-0 flex-1 truncate">
                <span className="font-medium">{titleOf(field)}</span>
                {field.required && <span className="ml-0.5 text-danger-ink">*</span>}
                <span className="ml-2 text-sm text-subtle">{field.name}</span>
              </span>
              {errors[field.name] && (
                <CircleExclamationPoint
                  role="img"
                  aria-label={m.designer_hasErrors()}
                  size={16}
                  className="shrink-0 text-danger-ink"
                />
              )}
              <span className="shrink-0 text-sm text-muted">{typeNames[field.type]()}</span>
            </button>
            <IconButton
              label={m.ui_remove({ name: titleOf(field) })}
              size="sm"
              tone="danger"
              onClick={() => dispatch({ kind: 'remove', name: field.name })}
            >
              <Trash2 aria-hidden size={14} />
            </IconButton>
          </li>
        ))}
      </ul>
      <p aria-live="assertive" className="sr-only">
        {sort.message}
      </p>
      <p id={helpId} hidden>
        {m.tree_sortHelp()}
      </p>
    </div>
  )
}

function titleOf(field: DesignField): string {
  return shownLabel(field.label, field.name)
}
