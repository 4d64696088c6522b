import { useSuspenseQuery } from '@tanstack/react-query'
import { OwnCard } from '#src/features/auth/own-card.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Side } from '#src/lib/side.ts'
import { lazyPart } from '#src/ui/lazy.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'

const NoticeMail = lazyPart(
  async () => (await import('#src/features/notices/notice-mail.tsx')).NoticeMail,
  <SkeletonRows rows={3} />,
)

type OwnNoticeMailProps = { side: Side; email: string; viewing?: boolean }

/** The card with which users choose what they are also told by e-mail. */
export function OwnNoticeMail({ side, email, viewing = false }: OwnNoticeMailProps) {
  const { data: site } = useSuspenseQuery(siteQuery)
  // A pig back end has no notices.
  if (site.backend === 'pig') return null
  return (
    <OwnCard heading={m.noticeMail_title()} text={m.noticeMail_text()} wide>
      <NoticeMail side={side} email={email} viewing={viewing} />
    </OwnCard>
  )
}
