import { Mail, Phone } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'

/** How the site's administrator is reached; empty where the settings name nothing. */
export type Contact = { email: string; phone: string }

/** The ways to reach the administrator, or whom to ask when the site names none. */
export function ContactLines({ contact: { email, phone } }: { contact: Contact }) {
  if (email === '' && phone === '') return <p>{m.contact_none()}</p>
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-1.5">
      <span>{m.contact_title()}</span>
      {email !== '' && (
        <a href={`mailto:${encodeURI(email)}`} className={link}>
          <Mail aria-hidden size={16} />
          {email}
        </a>
      )}
      {phone !== '' && (
        <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={link}>
          <Phone aria-hidden size={16} />
          {phone}
        </a>
      )}
    </p>
  )
}

const link = 'inline-flex items-center gap-1.5 text-accent-ink underline underline-offset-4'
