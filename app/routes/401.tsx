import { createFileRoute } from '@tanstack/react-router'
import { NoPermissionPage } from '#src/features/site/no-permission.page.tsx'
import { NoticeFrame, shellAround } from '../notice-frame.tsx'
import { useNoticePage } from '../use-notice-page.ts'

export const Route = createFileRoute('/401')({
  validateSearch: ({ path }): { path?: string } => (typeof path === 'string' && path.startsWith('/') ? { path } : {}),
  staticData: { title: 'pagesTitle_noPermission' },
  loaderDeps: ({ search }) => ({ path: search.path ?? '' }),
  loader: ({ context, deps }) => shellAround(context, deps.path),
  component: NoPermission,
})

function NoPermission() {
  const around = Route.useLoaderData()
  return (
    <NoticeFrame {...around} context={Route.useRouteContext()}>
      <NoPermissionPage {...useNoticePage()} area={around.area} />
    </NoticeFrame>
  )
}
