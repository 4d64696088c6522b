import { m } from '#src/i18n/paraglide/messages.js'
import { ContactLines } from './contact-lines.tsx'
import { type NoticePageProps, PageNotice } from './notice.tsx'

/** The 401 page: the user has no permission, or the file no longer exists. */
export function NoPermissionPage({ contact, ...rest }: NoticePageProps) {
  return (
    <PageNotice code="401" title={m.noPermission_title()} home={m.noPermission_home()} {...rest}>
      <p>{m.noPermission_text()}</p>
      <p>{m.noPermission_hint()}</p>
      <ContactLines contact={contact} />
    </PageNotice>
  )
}
