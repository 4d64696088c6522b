import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { NoPermissionPage } from '#src/features/site/no-permission.page.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { PublicFrame } from '../public-frame.tsx'
import { useCanGoBack } from '../use-can-go-back.ts'

export const Route = createFileRoute('/401')({
  staticData: { title: 'pagesTitle_noPermission' },
  component: NoPermission,
})

function NoPermission() {
  const router = useRouter()
  const { data: site } = useSuspenseQuery(siteQuery)
  return (
    <PublicFrame>
      <NoPermissionPage
        contact={{ email: site.contactEmail, phone: site.contactPhone }}
        canGoBack={useCanGoBack()}
        onBack={() => router.history.back()}
      />
    </PublicFrame>
  )
}
