import { useId, useRef, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { MultiSelect } from '#src/ui/multi-select.tsx'
import { type Failure, failureOf } from '../calls/failure.ts'
import { IdempotencyKey } from '../calls/idempotency-key.ts'
import type { ViewUse } from './view-button.tsx'
import { type ListView, type SavedListView, savedViews, type Views } from './views.ts'

type ViewDialogProps = {
  resource: string
  /** The view to edit; undefined for a new one. */
  view: SavedListView | undefined
  roles: Views['roles']
  /** What a new view stores, and a sentence about it. */
  state: ListView
  hint: string
  /** What a new view stores instead when the user says so. */
  instead?: ViewUse['instead']
  onClose(): void
  onSaved(id: number): void
  onDeleted(id: number): void
}

/** Edits the name of a view and the roles that share it, and deletes the view. */
export function ViewDialog({ resource, view, roles, state, hint, instead, ...on }: ViewDialogProps) {
  const { onClose, onSaved, onDeleted } = on
  const form = useId()
  const [key] = useState(() => new IdempotencyKey())
  const [name, setName] = useState(view?.name ?? '')
  const [roleIds, setRoleIds] = useState(view?.roleIds ?? [])
  const [failure, setFailure] = useState<{ failure: Failure; text: string }>()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [tried, setTried] = useState(false)
  const [other, setOther] = useState(false)
  const nameInput = useRef<HTMLInputElement>(null)

  const run = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      const found = failureOf(error)
      if (found.kind === 'refused' || found.kind === 'stale') key.refused()
      setFailure({ failure: found, text: failureText(error) })
    } finally {
      setBusy(false)
    }
  }
  const save = () => {
    setTried(true)
    if (name.trim() === '') return nameInput.current?.focus()
    const content = { name: name.trim(), roleIds }
    void run(async () => {
      if (view) {
        await savedViews.edit({ id: view.id, version: view.version, ...content }, key.current)
        return onSaved(view.id)
      }
      const { data } = await savedViews.add(
        { resource, ...content, state: other && instead ? instead.state : state },
        key.current,
      )
      if (data) onSaved(data.id)
    })
  }
  const errors = failure?.failure.kind === 'refused' ? failure.failure.errors : {}
  const blank = tried && name.trim() === '' ? [m.rule_required()] : undefined
  return (
    <>
      <Dialog
        open={!asking}
        onRequestClose={onClose}
        title={view ? m.view_edit({ name: view.name }) : m.view_saveAs()}
        description={view ? undefined : hint}
        size="sm"
        initialFocus={nameInput}
        footer={
          <>
            {view && (
              <Button className="mr-auto text-danger-ink" variant="ghost" onClick={() => setAsking(true)}>
                {m.crud_delete()}
              </Button>
            )}
            <Button onClick={onClose}>{m.ui_cancel()}</Button>
            <Button variant="primary" type="submit" form={form} loading={busy}>
              {m.crud_save()}
            </Button>
          </>
        }
      >
        <form
          id={form}
          noValidate
          className="flex flex-col gap-3.5"
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            save()
          }}
        >
          {failure && !errors.name && <Banner tone="danger">{failure.text}</Banner>}
          <FormField label={m.view_name()} required errors={blank ?? errors.name}>
            <Input
              ref={nameInput}
              value={name}
              maxLength={50}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          </FormField>
          {instead && !view && (
            <Checkbox checked={other} onChange={setOther}>
              {instead.label}
            </Checkbox>
          )}
          {roles.length > 0 && (
            <FormField label={m.view_share()} hint={m.view_shareHint()} errors={errors.roleIds}>
              <MultiSelect
                items={roles.map((role) => ({ value: String(role.value), label: role.label }))}
                value={roleIds.map(String)}
                onChange={(next) => setRoleIds(next.map(Number))}
              />
            </FormField>
          )}
        </form>
      </Dialog>
      {view && (
        <ConfirmDialog
          open={asking}
          title={m.crud_deleteTitle({ name: view.name })}
          confirmText={m.crud_delete()}
          danger
          pending={busy}
          error={failure?.text}
          onCancel={() => setAsking(false)}
          onConfirm={() =>
            void run(async () => {
              await savedViews.del([view.id], key.current)
              onDeleted(view.id)
            })
          }
        >
          {m.view_deleteText()}
        </ConfirmDialog>
      )}
    </>
  )
}
