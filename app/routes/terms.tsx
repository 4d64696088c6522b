import { createFileRoute } from '@tanstack/react-router'
import { legalRoute } from '../legal-route.ts'
import { LegalView } from '../legal-view.tsx'

export const Route = createFileRoute('/terms')({
  ...legalRoute('terms'),
  staticData: { title: 'pagesTitle_terms' },
  component: Terms,
})

function Terms() {
  return <LegalView kind="terms" version={Route.useSearch().version} />
}
