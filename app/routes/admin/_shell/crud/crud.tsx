import { createFileRoute } from '@tanstack/react-router'
import { GeneratorPage } from '#src/features/generator/generator.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/crud/crud')({
  ...listRoute('crud'),
  component: () => <GeneratorPage {...useListTab(Route)} />,
})
