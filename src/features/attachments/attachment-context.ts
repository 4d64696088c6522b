import { createContext } from 'react'
import type { AttachmentRow } from './attachment.row.ts'

/** What the cells of the list open. */
export const AttachmentContext = createContext<{ preview(row: AttachmentRow): void; uses(row: AttachmentRow): void }>({
  preview: () => undefined,
  uses: () => undefined,
})
