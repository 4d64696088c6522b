import { Mail, Phone } from 'lucide-react'

type ContactLinkProps = { className?: string; size?: number }

/** An address to write to. */
export function MailLink({ email, className, size = 16 }: ContactLinkProps & { email: string }) {
  return (
    <a href={`mailto:${encodeURI(email)}`} className={className}>
      <Mail aria-hidden size={size} />
      {email}
    </a>
  )
}

/** A number to call. */
export function PhoneLink({ phone, className, size = 16 }: ContactLinkProps & { phone: string }) {
  return (
    <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={className}>
      <Phone aria-hidden size={size} />
      {phone}
    </a>
  )
}
