import { createFileRoute } from '@tanstack/react-router'
import { CorrectionPage } from '#src/features/exam-corrections/correction.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/exam/correction')({
  ...listRoute('correction'),
  component: () => <CorrectionPage {...useListTab(Route)} />,
})
