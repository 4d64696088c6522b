import { createFileRoute } from '@tanstack/react-router'
import { legalRoute } from '../legal-route.ts'
import { LegalView } from '../legal-view.tsx'

export const Route = createFileRoute('/privacy')({
  ...legalRoute('privacy'),
  staticData: { title: 'pagesTitle_privacy' },
  component: Privacy,
})

function Privacy() {
  return <LegalView kind="privacy" version={Route.useSearch().version} />
}
