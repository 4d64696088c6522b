import { Mail, Phone } from 'lucide-react'

type ContactLinkProps = { className?: string; size?: number }

/** A mailto: link to an e-mail address. */
export function MailLink({ email, className, size = 16 }: ContactLinkProps & { email: string }) {
  return (
    <a href={`mailto:${encodeURI(email)}`} className={className}>
      <Mail aria-hidden size={size} />
      {email}
    </a>
  )
}

/** A tel: link to a phone number. */
export function PhoneLink({ phone, className, size = 16 }: ContactLinkProps & { phone: string }) {
  return (
    <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={className}>
      <Phone aria-hidden size={size} />
      {phone}
    </a>
  )
}
