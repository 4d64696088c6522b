import { m } from '#src/i18n/paraglide/messages.js'
import { MailLink, PhoneLink } from '#src/layout/site/contact-link.tsx'

/** Contact details of the site's administrator. A value is empty when the settings contain none. */
export type Contact = { email: string; phone: string }

/** Shows how to contact the administrator, or whom to ask when the site has no contact details. */
export function ContactLines({ contact: { email, phone } }: { contact: Contact }) {
  if (email === '' && phone === '') return <p>{m.contact_none()}</p>
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-1.5">
      <span>{m.contact_title()}</span>
      {email !== '' && <MailLink email={email} className={link} />}
      {phone !== '' && <PhoneLink phone={phone} className={link} />}
    </p>
  )
}

const link = 'inline-flex items-center gap-1.5 text-accent-ink underline underline-offset-4'
