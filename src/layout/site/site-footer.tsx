import { Link } from '@tanstack/react-router'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { MailLink, PhoneLink } from './contact-link.tsx'

/** The site's data in the footer of every page. */
export type SiteFoot = {
  siteName: string
  /** The ICP filing number that sites in China must show. */
  recordNumber?: string
  version?: string
  contactEmail?: string
  contactPhone?: string
  /** The legal texts that are published. */
  legal?: readonly ('terms' | 'privacy')[]
}

/** The footer: the site's name, its contact data and the version of the product. */
export function SiteFooter({ wide = false, ...site }: SiteFoot & { wide?: boolean }) {
  const { siteName, recordNumber, version, contactEmail, contactPhone, legal = [] } = site
  return (
    <footer className="no-print border-t border-line text-sm text-muted">
      <div
        className={cx(
          'mx-auto flex flex-wrap items-center gap-x-5 gap-y-1 px-4 py-4',
          wide ? 'max-w-none' : 'max-w-6xl',
        )}
      >
        {/* For some hours the server's clock and the browser's clock may be in different years. */}
        <span suppressHydrationWarning>{m.shell_footer({ year: new Date().getFullYear(), name: siteName })}</span>
        {recordNumber && (
          <a href="https://beian.miit.gov.cn/" rel="noopener" className={link}>
            {recordNumber}
          </a>
        )}
        {contactEmail && <MailLink email={contactEmail} size={14} className={link} />}
        {contactPhone && <PhoneLink phone={contactPhone} size={14} className={link} />}
        {legal.map((kind) => (
          <Link key={kind} to={`/${kind}`} search={{}} className={link}>
            {kind === 'terms' ? m.pagesTitle_terms() : m.pagesTitle_privacy()}
          </Link>
        ))}
        {version && <span className="tabular ml-auto">{version}</span>}
      </div>
    </footer>
  )
}

const link = 'inline-flex min-h-6 items-center gap-1.5 underline-offset-4 hover:text-ink hover:underline'
