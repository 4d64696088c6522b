import { createFileRoute } from '@tanstack/react-router'
import { AnnouncementPage } from '#src/features/notices/announcement.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/routine/announcement')({
  ...listRoute('announcement'),
  component: () => <AnnouncementPage {...useListTab(Route)} />,
})
