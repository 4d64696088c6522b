import { createFileRoute } from '@tanstack/react-router'
import { loadingRoute } from '../../../loading-route.ts'
import { LoadingFailed, LoadingOn, LoadingScreen } from '../../../loading-screen.tsx'

export const Route = createFileRoute('/center/loading/{-$to}')({
  ...loadingRoute('center'),
  pendingComponent: LoadingScreen,
  component: LoadingOn,
  errorComponent: LoadingFailed,
})
