import { Link } from '@tanstack/react-router'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { type Contact, ContactLines } from './contact-lines.tsx'
import { PageNotice } from './notice.tsx'

type NoPermissionPageProps = { contact: Contact; canGoBack: boolean; onBack(): void }

/** 401: the person may not, or the file is gone. */
export function NoPermissionPage({ contact, canGoBack, onBack }: NoPermissionPageProps) {
  return (
    <PageNotice
      code="401"
      title={m.noPermission_title()}
      actions={
        <>
          <Link to="/" className={buttonClass({ variant: 'primary', size: 'lg' })}>
            {m.noPermission_home()}
          </Link>
          {canGoBack && (
            <Button size="lg" onClick={onBack}>
              {m.notFound_back()}
            </Button>
          )}
        </>
      }
    >
      <p>{m.noPermission_text()}</p>
      <p>{m.noPermission_hint()}</p>
      <ContactLines contact={contact} />
    </PageNotice>
  )
}
