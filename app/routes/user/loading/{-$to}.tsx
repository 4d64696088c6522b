import { createFileRoute } from '@tanstack/react-router'
import { loadingRoute } from '../../../loading-route.ts'
import { LoadingFailed, LoadingOn, LoadingScreen } from '../../../loading-screen.tsx'

export const Route = createFileRoute('/user/loading/{-$to}')({
  ...loadingRoute('user'),
  pendingComponent: LoadingScreen,
  component: LoadingOn,
  errorComponent: LoadingFailed,
})
