import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { type AnnouncementForm, type AnnouncementRow, announcementDescription } from './announcement.schema.ts'

const announcements = crudClient<AnnouncementRow, AnnouncementForm>('announcement')

/** The list page of announcements. */
export function AnnouncementPage(props: ListPageProps) {
  return (
    <ResourcePage
      {...props}
      resource={announcements}
      description={announcementDescription}
      emptyHint={m.announcement_emptyHint()}
    />
  )
}
