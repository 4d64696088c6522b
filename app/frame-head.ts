import { siteQuery } from '#src/features/site/site.queries.ts'
import { frameTitle } from '#src/layout/frame/frame-hosts.ts'
import { pageTitle } from '#src/layout/page-title.ts'
import type { FrameProps } from './frame-view.tsx'

/** The head of a frame page: the document has the title of the menu. */
export function frameHead({ url, context }: FrameProps) {
  const site = context.queryClient.getQueryData(siteQuery.queryKey)
  return { meta: [{ title: pageTitle({ text: frameTitle(context.boot.menus, url) }, site?.siteName ?? '') }] }
}
