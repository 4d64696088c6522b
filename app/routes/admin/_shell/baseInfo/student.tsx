import { createFileRoute } from '@tanstack/react-router'
import { StudentPage } from '#src/features/students/student.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/student')({
  ...listRoute('student'),
  component: () => <StudentPage {...useListTab(Route)} />,
})
