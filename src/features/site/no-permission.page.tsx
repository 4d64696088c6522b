import { Link } from '@tanstack/react-router'
import { m } from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button.tsx'
import { Notice } from './notice.tsx'

/** 401: the person may not, or the file is gone. */
export function NoPermissionPage() {
  return (
    <Notice
      code="401"
      title={m.noPermission_title()}
      actions={
        <Link to="/" className={buttonClass({ variant: 'primary' })}>
          {m.noPermission_home()}
        </Link>
      }
    >
      <p>{m.noPermission_text()}</p>
      <p>{m.noPermission_hint()}</p>
    </Notice>
  )
}
