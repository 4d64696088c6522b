import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { AttachmentRow } from './attachment.row.ts'
import type { AttachmentForm } from './attachment.schema.ts'

/** The typed client of the attachment controller. */
export const attachments = crudClient<AttachmentRow, AttachmentForm>('attachment')
