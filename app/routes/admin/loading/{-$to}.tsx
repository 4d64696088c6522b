import { createFileRoute } from '@tanstack/react-router'
import { loadingRoute } from '../../../loading-route.ts'
import { LoadingFailed, LoadingOn, LoadingScreen } from '../../../loading-screen.tsx'

export const Route = createFileRoute('/admin/loading/{-$to}')({
  ...loadingRoute('admin'),
  pendingComponent: LoadingScreen,
  component: LoadingOn,
  errorComponent: LoadingFailed,
})
