import { BackendError } from '#src/backend/backend-error.ts'
import type { BulkDone } from '#src/crud/bulk/bulk-actions.tsx'
import type { BulkTarget } from '#src/crud/bulk/bulk-calls.ts'
import { crudGet } from '#src/crud/calls/crud-rpc.ts'
import { download } from '#src/crud/export/download.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { toaster } from '#src/ui/toast.tsx'
import type { AttachmentRow } from './attachment.row.ts'

/** Files in one archive. */
const MOST = 200
const PAGE = 100

/** Saves a file under its own name. */
export async function saveFile({ url }: AttachmentRow): Promise<void> {
  try {
    await download(`${url}?download=1`)
  } catch (error) {
    toastFailure(error)
  }
}

/** Saves the selected files as one archive. */
export async function saveArchive(target: BulkTarget): Promise<BulkDone> {
  const ids = 'ids' in target ? target.ids : await idsOf(target)
  if (ids.length > MOST) throw new BackendError(422, m.attachment_archiveMost({ count: MOST }))
  await download(`/adminApi/attachment/download?${ids.map((id) => `ids[]=${id}`).join('&')}`)
  return { msg: m.attachment_archiveBegun() }
}

/** The files that a search finds. */
async function idsOf({ query, count }: Extract<BulkTarget, { query: object }>): Promise<number[]> {
  if (count > MOST) throw new BackendError(422, m.attachment_archiveMost({ count: MOST }))
  const pages = Array.from({ length: Math.ceil(count / PAGE) }, (_none, at) => at + 1)
  const answers = await Promise.all(
    pages.map((page) =>
      crudGet<{ list: { id: number }[] }>({
        data: {
          key: 'attachment',
          action: 'index',
          query: {
            quickSearch: query.quickSearch,
            page: String(page),
            limit: String(PAGE),
            ...(query.filter && { filter: JSON.stringify(query.filter) }),
          },
        },
      }),
    ),
  )
  return answers.flatMap(({ list }) => list.map(({ id }) => id))
}

/** Copies the address of a file. A page without https has no clipboard, so the message has the address. */
export async function copyAddress({ url }: AttachmentRow): Promise<void> {
  const address = new URL(url, window.location.origin).href
  try {
    await navigator.clipboard.writeText(address)
    toaster.confirm(m.attachment_copied())
  } catch {
    toaster.hint(address)
  }
}
