import { crudClient } from '#src/crud/calls/crud-client.ts'
import { posting } from '#src/crud/calls/endpoint-calls.ts'
import type { outboxEndpoints } from './outbox.api.server.ts'
import type { OutboxRow } from './outbox.schema.ts'
import type { templateEndpoints } from './template.api.server.ts'
import type { TemplateForm, TemplateRow } from './template.schema.ts'

/** The typed client of the outbox. */
export const outboxMessages = {
  ...crudClient<OutboxRow>('outbox'),
  /** Makes messages due now. */
  retry: posting<typeof outboxEndpoints.retry>('/adminApi/outbox/retry'),
  /** Ends messages that wait. */
  cancel: posting<typeof outboxEndpoints.cancel>('/adminApi/outbox/cancel'),
}

/** The typed client of the message templates. */
export const messageTemplates = {
  ...crudClient<TemplateRow, TemplateForm>('template'),
  /** A text as it would arrive, with sample values. */
  preview: posting<typeof templateEndpoints.preview>('/adminApi/template/preview'),
  /** Gives a template the text that the product brings along. */
  reset: posting<typeof templateEndpoints.reset>('/adminApi/template/reset'),
}
