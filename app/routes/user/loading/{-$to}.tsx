import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { redirectTargetOfSegment, redirectTargetSearch } from '#src/lib/redirect-target.ts'
import { LoadingFailed, LoadingOn, LoadingScreen } from '../../../loading-screen.tsx'

export const Route = createFileRoute('/user/loading/{-$to}')({
  validateSearch: v.object({ to: redirectTargetSearch }),
  staticData: { title: 'pagesTitle_loading' },
  beforeLoad: async ({ context, search, params }) =>
    (await import('../../../resolve-redirect.ts')).resolveRedirect(
      context,
      'user',
      search.to ?? redirectTargetOfSegment(params.to),
    ),
  pendingMs: 0,
  pendingComponent: LoadingScreen,
  component: LoadingOn,
  errorComponent: LoadingFailed,
})
