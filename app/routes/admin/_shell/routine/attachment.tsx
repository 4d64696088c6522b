import { createFileRoute } from '@tanstack/react-router'
import { AttachmentPage } from '#src/features/attachments/attachment.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/routine/attachment')({
  ...listRoute('attachment'),
  component: () => <AttachmentPage {...useListTab(Route)} />,
})
