import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { labelText } from '#src/resource/label.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { messageTemplates } from './message.queries.ts'
import { eventOptions } from './message-options.ts'
import type { TemplateRow } from './template.schema.ts'

type ResetTemplateProps = {
  row: TemplateRow
  onDone(msg: string, changeSetId: number | null): void
  onClose(): void
}

/** Asks before a template gets its built-in text again. */
export function ResetTemplateDialog({ row, onDone, onClose }: ResetTemplateProps) {
  const [key] = useState(randomId)
  const reset = useMutation({
    mutationFn: () => messageTemplates.reset({ id: row.id }, key),
    onSuccess: ({ msg, data }) => onDone(msg, data.changeSetId),
  })
  const event = eventOptions.find(({ value }) => value === row.event)
  return (
    <ConfirmDialog
      open
      title={m.template_resetTitle({ name: event ? labelText(event.label) : row.event })}
      confirmText={m.template_reset()}
      pending={reset.isPending}
      error={reset.error && failureText(reset.error)}
      onConfirm={() => !reset.isPending && reset.mutate()}
      onCancel={onClose}
    >
      <p>{m.template_resetText()}</p>
    </ConfirmDialog>
  )
}
