import { createFileRoute } from '@tanstack/react-router'
import { OutboxPage } from '#src/features/messages/outbox.page.tsx'
import { firstRows } from '../../../../first-rows.ts'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/routine/outbox')({
  ...listRoute('outbox'),
  loader: firstRows('outbox'),
  component: () => <OutboxPage {...useListTab(Route)} />,
})
