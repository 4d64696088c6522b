import { createFileRoute } from '@tanstack/react-router'
import { NoPermissionPage } from '#src/features/site/no-permission.page.tsx'
import { PublicFrame } from '../public-frame.tsx'
import { useNoticePage } from '../use-notice-page.ts'

export const Route = createFileRoute('/401')({
  staticData: { title: 'pagesTitle_noPermission' },
  component: NoPermission,
})

function NoPermission() {
  return (
    <PublicFrame>
      <NoPermissionPage {...useNoticePage()} />
    </PublicFrame>
  )
}
