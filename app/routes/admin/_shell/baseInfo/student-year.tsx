import { createFileRoute } from '@tanstack/react-router'
import { StudentYearPage } from '#src/features/student-year/student-year.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/student-year')({
  ...listRoute('student-year'),
  component: () => <StudentYearPage {...useListTab(Route)} />,
})
