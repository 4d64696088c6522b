import { createFileRoute } from '@tanstack/react-router'
import { ExamPage } from '#src/features/exams/exam.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/exam/exam')({
  ...listRoute('exam'),
  component: () => <ExamPage {...useListTab(Route)} />,
})
