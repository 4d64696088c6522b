import { createFileRoute } from '@tanstack/react-router'
import { TemplatePage } from '#src/features/messages/template.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/routine/template')({
  ...listRoute('template'),
  component: () => <TemplatePage {...useListTab(Route)} />,
})
