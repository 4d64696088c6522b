import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as v from 'valibot'
import { BackendError } from '#src/backend/backend-error.ts'
import { failureOf, refusedText } from '#src/crud/calls/failure.ts'
import { IdempotencyKey } from '#src/crud/calls/idempotency-key.ts'
import { offerUndo } from '#src/crud/calls/undo.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { RadioGroup } from '#src/ui/choice-group.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { CharacterChanges } from './character-changes.tsx'
import { sensitiveLog } from './security.queries.ts'
import type { SensitiveLogRow } from './sensitive-log.schema.ts'

type RollBackDialogProps = { row: SensitiveLogRow; onChanged(): void; onClose(): void }

/** Asks before a field goes back, or all that its save has changed. A value that was changed since is shown first. */
export function RollBackDialog({ row, onChanged, onClose }: RollBackDialogProps) {
  const [save, setSave] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [sensitiveLog.key, 'info', row.id],
    queryFn: ({ signal }) => sensitiveLog.info({ id: row.id }, signal),
    staleTime: 0,
  })
  const { pending, refusal, changed, run } = useRollBack(row.id, onChanged, onClose)
  return (
    <Dialog
      open
      onRequestClose={() => !pending && onClose()}
      title={m.sensitive_rollBackTitle({ field: row.fieldTitle, title: row.title })}
      size="lg"
      footer={
        <>
          <Button onClick={onClose} disabled={pending}>
            {m.ui_cancel()}
          </Button>
          <Button
            variant={changed ? 'danger' : 'primary'}
            loading={pending}
            aria-disabled={!data || undefined}
            onClick={() => data && void run(save)}
          >
            {changed ? m.sensitive_rollBackAnyway() : m.sensitive_rollBack()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {refusal && <Banner tone="danger">{refusal}</Banner>}
        {changed && (
          <Banner tone="warning">
            <p>{m.sensitive_changedSince()}</p>
            <ul className="mt-1">
              {changed.flatMap(({ name, title, fields }) =>
                fields.map(({ field, label, now }) => (
                  <li key={`${name} ${field}`}>
                    {m.sensitive_presentValue({ title, field: label, value: now || m.crud_none() })}
                  </li>
                )),
              )}
            </ul>
          </Banner>
        )}
        {error ? (
          <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : !data ? (
          <SkeletonRows rows={3} />
        ) : (
          <>
            <FieldGroup label={m.sensitive_extent()}>
              <RadioGroup
                items={[
                  { value: 'field', label: m.sensitive_thisField() },
                  { value: 'save', label: m.sensitive_wholeSave() },
                ]}
                value={save ? 'save' : 'field'}
                onChange={(value) => setSave(value === 'save')}
                disabled={pending}
              />
            </FieldGroup>
            {(save ? data.save : [data.line]).map((one, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an answer keep their order
              <section key={at} className="rounded-lg border border-line px-3 py-2">
                <h3 className="mb-1 text-sm text-muted">{one.label}</h3>
                <CharacterChanges before={one.before} after={one.after} secret={one.secret} />
              </section>
            ))}
            <p className="text-sm text-muted">{save ? m.sensitive_saveNote() : m.sensitive_fieldNote()}</p>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** The rows whose values are not what the log says. */
const changedRows = v.object({
  reason: v.literal('changed'),
  rows: v.array(
    v.object({
      name: v.string(),
      title: v.string(),
      version: v.number(),
      fields: v.array(v.object({ field: v.string(), label: v.string(), now: v.string() })),
    }),
  ),
})
type Changed = v.InferOutput<typeof changedRows>['rows']

function useRollBack(id: number, onChanged: () => void, onClose: () => void) {
  const [key] = useState(() => new IdempotencyKey())
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [changed, setChanged] = useState<Changed>()
  // A ref, because state updates too late for the second of two clicks.
  const running = useRef(false)
  const run = async (save: boolean) => {
    if (running.current) return
    running.current = true
    setPending(true)
    setRefusal(undefined)
    try {
      const versions = Object.fromEntries((changed ?? []).map(({ name, version }) => [name, version]))
      const { data, msg } = await sensitiveLog.rollback({ id, save, versions }, key.current)
      key.done()
      offerUndo(msg, data.changeSetId, onChanged)
      onChanged()
      onClose()
    } catch (reason) {
      if (failureOf(reason).kind !== 'lost') key.refused()
      const parsed = v.safeParse(changedRows, reason instanceof BackendError ? reason.data : undefined)
      if (parsed.success) setChanged(parsed.output.rows)
      else setRefusal(refusedText(reason))
    } finally {
      running.current = false
      setPending(false)
    }
  }
  return { pending, refusal, changed, run }
}
