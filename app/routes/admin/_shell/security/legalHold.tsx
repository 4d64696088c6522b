import { createFileRoute } from '@tanstack/react-router'
import { LegalHoldPage } from '#src/features/security/legal-hold.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/security/legalHold')({
  ...listRoute('legal-hold'),
  component: () => <LegalHoldPage {...useListTab(Route)} />,
})
