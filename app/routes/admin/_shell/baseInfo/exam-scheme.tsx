import { createFileRoute } from '@tanstack/react-router'
import { ExamSchemePage } from '#src/features/exam-scheme/exam-scheme.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/exam-scheme')({
  ...listRoute('exam-scheme'),
  component: () => <ExamSchemePage {...useListTab(Route)} />,
})
