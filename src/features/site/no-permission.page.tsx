import { m } from '#src/i18n/paraglide/messages.js'
import { ContactLines } from './contact-lines.tsx'
import { type NoticePageProps, PageNotice } from './notice.tsx'

/** 401: the person may not, or the file is gone. */
export function NoPermissionPage({ contact, canGoBack, onBack }: NoticePageProps) {
  return (
    <PageNotice
      code="401"
      title={m.noPermission_title()}
      home={m.noPermission_home()}
      canGoBack={canGoBack}
      onBack={onBack}
    >
      <p>{m.noPermission_text()}</p>
      <p>{m.noPermission_hint()}</p>
      <ContactLines contact={contact} />
    </PageNotice>
  )
}
