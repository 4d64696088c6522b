import { createFileRoute } from '@tanstack/react-router'
import { OutboxPage } from '#src/features/messages/outbox.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/routine/outbox')({
  ...listRoute('outbox'),
  component: () => <OutboxPage {...useListTab(Route)} />,
})
