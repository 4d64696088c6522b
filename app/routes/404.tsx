import { createFileRoute, useCanGoBack, useRouter } from '@tanstack/react-router'
import { NotFoundPage } from '#src/features/site/not-found.page.tsx'
import { PublicFrame } from '../public-frame.tsx'

export const Route = createFileRoute('/404')({
  staticData: { title: 'pagesTitle_notFound' },
  component: NotFound,
})

function NotFound() {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <PublicFrame>
      <NotFoundPage canGoBack={canGoBack} onBack={() => router.history.back()} />
    </PublicFrame>
  )
}
