import { getting } from '#src/crud/calls/endpoint-calls.ts'
import type { FileSource } from '#src/layout/kit-context.ts'
import type { attachmentEndpoints } from './attachment-calls.api.server.ts'

const choose = getting<typeof attachmentEndpoints.choose>('/adminApi/attachment/choose')

/** The files that users of the back office choose from. */
export const fileSource: FileSource = {
  choose: ({ page, limit, ...query }, signal) => choose({ ...query, page: String(page), limit: String(limit) }, signal),
}
