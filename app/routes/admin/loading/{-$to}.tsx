import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { wayOfSegment, waySearch } from '#src/layout/redirect-target.ts'
import { LoadingFailed, LoadingOn, LoadingScreen } from '../../../loading-screen.tsx'

export const Route = createFileRoute('/admin/loading/{-$to}')({
  validateSearch: v.object({ to: waySearch }),
  staticData: { title: 'pagesTitle_loading' },
  beforeLoad: async ({ context, search, params }) =>
    (await import('../../../resolve-redirect.ts')).onward(context, 'admin', search.to ?? wayOfSegment(params.to)),
  pendingMs: 0,
  pendingComponent: LoadingScreen,
  component: LoadingOn,
  errorComponent: LoadingFailed,
})
