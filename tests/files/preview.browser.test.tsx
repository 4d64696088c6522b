import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { AttachmentRow } from '#src/features/attachments/attachment.row.ts'
import { PreviewDialog } from '#src/features/attachments/preview-dialog.tsx'
import { m } from '#src/i18n/paraglide/messages.js'

const url =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const picture = (id: number): AttachmentRow => ({
  id,
  version: 1,
  createBy: null,
  createTime: new Date(),
  updateBy: null,
  updateTime: new Date(),
  topic: 'default',
  uploaderId: 1,
  uploader: 'admin',
  uploaderKind: 'admin',
  url,
  width: 40,
  height: 40,
  name: `picture ${id}.png`,
  size: 70,
  mimetype: 'image/png',
  suffix: 'png',
  kind: 'image',
  uses: 0,
  quote: 1,
  storage: 'local',
  sha1: '',
  visibility: 'private',
  organizationId: null,
  lastUploadTime: new Date(),
})

function Preview({ rows }: { rows: readonly AttachmentRow[] }) {
  const [row, setRow] = useState(rows[0])
  return row && <PreviewDialog rows={rows} row={row} onRow={setRow} onClose={() => undefined} />
}

test('from picture to picture by the arrow keys, the focus stays on the zoom, and each begins as a whole', async () => {
  await render(<Preview rows={[picture(1), picture(2)]} />)
  const zoomIn = page.getByRole('button', { name: m.attachment_zoomIn() })
  const shown = (id: number) => page.getByRole('img', { name: `picture ${id}.png` })
  await zoomIn.click()
  await expect.element(shown(1)).toHaveAttribute('style', expect.stringContaining('40px'))
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(shown(2)).toBeInTheDocument()
  await expect.element(shown(2)).not.toHaveAttribute('style')
  await expect.element(zoomIn).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(shown(2)).toHaveAttribute('style', expect.stringContaining('40px'))
})
