import { Link } from '@tanstack/react-router'
import { m } from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button.tsx'
import { type Contact, ContactLines } from './contact-lines.tsx'
import { NoticeRule } from './notice.tsx'

/** What members and visitors see while the member center is closed. */
export function CenterClosedPage({ sentence, contact }: { sentence: string; contact: Contact }) {
  return (
    <div className="mx-auto grid w-full max-w-2xl flex-1 content-center px-4 py-14 sm:px-6">
      <NoticeRule />
      <h1 className="mt-6 text-2xl tracking-tight">{m.config_centerClosedTitle()}</h1>
      <div className="mt-2 flex flex-col gap-1.5 text-lg text-muted">
        <p className="whitespace-pre-line">{sentence}</p>
        <ContactLines contact={contact} />
      </div>
      <div className="mt-8">
        <Link to="/" className={buttonClass({ variant: 'primary', size: 'lg' })}>
          {m.noPermission_home()}
        </Link>
      </div>
    </div>
  )
}
