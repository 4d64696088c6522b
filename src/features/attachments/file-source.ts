import { getting, posting } from '#src/crud/calls/endpoint-calls.ts'
import type { FileSource } from '#src/layout/kit-context.ts'
import { randomId } from '#src/lib/random-id.ts'
import type { attachmentEndpoints } from './attachment-calls.api.server.ts'

const choose = getting<typeof attachmentEndpoints.choose>('/adminApi/attachment/choose')
const sign = posting<typeof attachmentEndpoints.sign>('/adminApi/attachment/sign')

/** The files that users of the back office choose from. */
export const fileSource: FileSource = {
  choose: ({ page, limit, ...query }, signal) => choose({ ...query, page: String(page), limit: String(limit) }, signal),
  // A page names fewer than a hundred at once.
  named: async (urls) => (await sign({ urls: urls.slice(0, 100) }, randomId())).data.list,
}
