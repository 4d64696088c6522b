import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { NotFoundPage } from '#src/features/site/not-found.page.tsx'
import { PublicFrame } from '../public-frame.tsx'

export const Route = createFileRoute('/404')({
  staticData: { title: 'pagesTitle_notFound' },
  component: NotFound,
})

function NotFound() {
  const router = useRouter()
  // The router's own answer is no after a full page load, which is how most people come here.
  const [canGoBack, setCanGoBack] = useState(false)
  useEffect(() => setCanGoBack(window.history.length > 1), [])
  return (
    <PublicFrame>
      <NotFoundPage canGoBack={canGoBack} onBack={() => router.history.back()} />
    </PublicFrame>
  )
}
