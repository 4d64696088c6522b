import { createFileRoute } from '@tanstack/react-router'
import { CandidatePage } from '#src/features/exams/candidate.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/exam/candidate')({
  ...listRoute('candidate'),
  component: () => <CandidatePage {...useListTab(Route)} />,
})
