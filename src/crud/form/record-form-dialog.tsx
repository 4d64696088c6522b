import { useCallback, useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { useStable } from '#src/lib/use-stable.ts'
import type { Description } from '#src/resource/description.ts'
import { type FormValues, formOf } from '#src/resource/form-values.ts'
import { labelAfterWord } from '#src/resource/label.ts'
import type { Labels } from '#src/resource/labels.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Tag } from '#src/ui/tag.tsx'
import type { crudClient } from '../calls/crud-client.ts'
import { draftKey } from './draft.ts'
import { dropDraft } from './draft-store.ts'
import { BlankRecordForm, SavedRecordForm } from './record-form-begun.tsx'
import type { RecordFormBase, RecordFormBodyProps } from './record-form-body.tsx'
import { hasRail } from './record-form-parts.ts'
import { RecordFormWalk } from './record-form-walk.tsx'
import { startValues } from './start-values.ts'
import { useRowsAhead } from './use-form-row.ts'
import { useUnsaved } from './use-unsaved.ts'
import type { Walk } from './walk.ts'

/**
 * The row that the dialog edits: a new one, perhaps with initial values or with those of the row `from`, or a stored
 * one.
 */
export type RecordFormTarget =
  | { kind: 'add'; values?: FormValues; labels?: Labels; from?: number }
  | { kind: 'edit'; id: number }

type Row = object & { id: number; version?: number }

type RecordFormDialogProps<TRow extends Row, TForm> = Pick<
  RecordFormBodyProps,
  'controls' | 'check' | 'facts' | 'onSaved'
> & {
  resource: ReturnType<typeof crudClient<TRow, TForm>>
  description: Description
  target: RecordFormTarget
  open: boolean
  /** Set when the row is among others: the user can go to the one before and after it. */
  walk?: Walk
  /** The rows are edited one after another: saving goes on to the next one. */
  queued?: boolean
  onGo?(id: number): void
  nameOf(row: TRow): string
  /** The address of the form is gone. The form closes, or asks first. */
  leaving?: boolean
  /** The user does not let the form close. */
  onStay?(): void
  /** @param changed the user accepted another user's version, so lists are out of date */
  onClose(changed?: boolean): void
}

/** Adds and edits a row in a dialog, a drawer or a page of its own. It asks before it discards input. */
export function RecordFormDialog<TRow extends Row, TForm>(props: RecordFormDialogProps<TRow, TForm>) {
  const { resource, description, target, open, walk, queued, leaving = false, onGo, onStay, onClose } = props
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  /** What happens when the user gives up the input. */
  const [asking, setAsking] = useState<() => void>()
  // With the focus on a button that walks, it stays there.
  const [stays, setStays] = useState(false)
  const [told, setRow] = useState<TRow>()
  // Each new row that follows another one has a form of its own.
  const [round, setRound] = useState(0)
  const dirty = useRef(() => false)
  const initialFocus = useRef<HTMLElement>(null)
  const draftName = draftKey(resource.key, target)
  const unlessDirty = (go: () => void) => (dirty.current() ? setAsking(() => go) : go())
  const leave = useStable(() => unlessDirty(onClose))
  useEffect(() => {
    if (leaving && open) leave()
  }, [leaving, open, leave])
  const discard = () => {
    setAsking(undefined)
    dropDraft(draftName)
    asking?.()
  }
  useUnsaved({ isDirty: () => dirty.current(), drop: () => dropDraft(draftName) }, open)

  // Kept, so that the fields need not render with the dialog.
  // Seam: a description's field names are the keys of the form that is made from it.
  const choicesOf = useCallback((path: string) => resource.choices(path as keyof TForm & string), [resource])
  const { next } = walk ?? {}
  const more =
    queued && walk && next !== undefined
      ? { label: m.entry_saveNext({ count: walk.count - walk.at }), go: () => onGo?.(next) }
      : target.kind === 'add' && target.from === undefined
        ? { label: m.entry_saveAnother(), go: () => setRound(round + 1) }
        : undefined
  const form = {
    description,
    controls: props.controls,
    check: props.check,
    facts: props.facts,
    onSaved: props.onSaved,
    draftName,
    dirty,
    initialFocus: stays ? undefined : initialFocus,
    footer,
    next: more,
    choicesOf,
    send: (body: FormValues, saved: RecordFormBase['saved'], key: string) =>
      saved
        ? resource.edit({ ...formOf<Partial<TForm>>(body), ...saved }, key)
        : resource.add(formOf<TForm>(body), key),
    onCancel: leave,
    onUnchanged: onClose,
  }
  const { timeZone } = useKit()
  const stored = target.kind === 'edit' ? target.id : target.from
  const row = told?.id === stored ? told : undefined
  useRowsAhead(props, row ? [walk?.next ?? [], walk?.previous ?? []].flat() : [])
  const { as = 'dialog', size = hasRail(description) ? 'xl' : 'lg' } = description.form ?? {}
  const state = row && target.kind === 'edit' ? props.facts?.state?.(row) : undefined

  return (
    <>
      <Dialog
        open={open}
        onRequestClose={leave}
        title={titleOf(props, row)}
        mark={state && <Tag tone={state.tone}>{state.text}</Tag>}
        size={size}
        look={as}
        tools={
          walk && (
            <RecordFormWalk
              walk={walk}
              onGo={(id, stays) =>
                unlessDirty(() => {
                  setStays(stays)
                  onGo?.(id)
                })
              }
            />
          )
        }
        initialFocus={initialFocus}
        footer={<div ref={setFooter} className="contents" />}
      >
        {stored === undefined ? (
          <BlankRecordForm
            key={round}
            {...form}
            start={() => ({ ...startValues(description, timeZone), ...(target.kind === 'add' ? target.values : {}) })}
            labels={target.kind === 'add' ? target.labels : undefined}
          />
        ) : (
          <SavedRecordForm
            key={stored}
            {...form}
            id={stored}
            copy={target.kind === 'add'}
            resource={resource}
            onRow={setRow}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={asking !== undefined}
        title={m.crud_discardTitle()}
        confirmText={m.crud_discard()}
        danger
        onConfirm={discard}
        onCancel={() => {
          setAsking(undefined)
          onStay?.()
        }}
      >
        {m.crud_discardText()}
      </ConfirmDialog>
    </>
  )
}

/** The title of the form: what it adds, or the name of the row that it edits. */
function titleOf<TRow extends Row, TForm>(
  { description, target, walk, nameOf }: RecordFormDialogProps<TRow, TForm>,
  row: TRow | undefined,
): string {
  const title = labelAfterWord(description.title)
  const name = row && nameOf(row)
  if (target.kind === 'add') return name === undefined ? m.crud_addTitle({ title }) : m.crud_copyTitle({ title, name })
  if (name === undefined) return m.crud_editTitle({ title })
  return walk ? m.crud_editNameOf({ name, at: walk.at, count: walk.count }) : m.crud_editName({ name })
}
