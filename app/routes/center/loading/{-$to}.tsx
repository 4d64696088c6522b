import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { wayOfSegment, waySearch } from '#src/layout/way.ts'
import { onward } from '../../../guards.ts'
import { LoadingFailed, LoadingScreen } from '../../../loading-screen.tsx'

export const Route = createFileRoute('/center/loading/{-$to}')({
  validateSearch: v.object({ to: waySearch }),
  staticData: { title: 'pagesTitle_loading' },
  beforeLoad: ({ context, search, params, location }) =>
    onward(context, 'center', search.to ?? wayOfSegment(params.to), location),
  pendingMs: 0,
  pendingComponent: LoadingScreen,
  errorComponent: LoadingFailed,
})
