import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { lazyControl } from '#src/ui/lazy.tsx'
import { announcements } from './announcement.queries.ts'
import { announcementDescription } from './announcement.schema.ts'

const AudienceField = lazyControl(async () => (await import('./audience-field.tsx')).AudienceField, { warm: 'first' })

const controls = { audience: AudienceField }

/** The list page of announcements. */
export function AnnouncementPage(props: ListPageProps) {
  return (
    <ResourcePage
      {...props}
      resource={announcements}
      description={announcementDescription}
      controls={controls}
      emptyHint={m.announcement_emptyHint()}
    />
  )
}
