import { crudGet, crudPost } from '#src/crud/calls/crud-rpc.ts'
import type { FileSource, StoredFile } from '#src/layout/kit-context.ts'
import { randomId } from '#src/lib/random-id.ts'

/** The files that users of the back office choose from. */
export const storedFiles: FileSource = {
  choose: async (query, signal) => {
    const { suffixes, page, limit, ...rest } = query
    return crudGet<{ total: number; list: StoredFile[] }>({
      data: {
        key: 'attachment',
        action: 'choose',
        query: { ...rest, ...(suffixes && { suffixes }), page: String(page), limit: String(limit) },
      },
      signal,
    })
  },
  named: async (urls) => {
    const { data } = await crudPost<{ list: StoredFile[] }>({
      data: { key: 'attachment', action: 'sign', body: { urls: [...urls] }, idempotencyKey: randomId() },
    })
    return data.list
  },
}
