import { createFileRoute } from '@tanstack/react-router'
import { SubjectPage } from '#src/features/subject/subject.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/subject')({
  ...listRoute('subject'),
  component: () => <SubjectPage {...useListTab(Route)} />,
})
