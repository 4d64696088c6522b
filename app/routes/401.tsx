import { createFileRoute } from '@tanstack/react-router'
import { NoPermissionPage } from '#src/features/site/no-permission.page.tsx'
import { PublicFrame } from '../public-frame.tsx'

export const Route = createFileRoute('/401')({
  staticData: { title: 'pagesTitle_noPermission' },
  component: () => (
    <PublicFrame>
      <NoPermissionPage />
    </PublicFrame>
  ),
})
