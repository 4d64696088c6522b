import { BookText, Keyboard } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { openShortcuts } from '../shortcuts/shortcut-keys.ts'
import { MailLink, PhoneLink } from '../site/contact-link.tsx'

/** Help, contact and version for the foot of the side menu. */
export type ShellHelp = {
  /** The address of the reference of the contract, where there is one. */
  reference?: string
  contactEmail?: string
  contactPhone?: string
  version?: string
}

const line =
  'flex min-h-7 items-center gap-2.5 rounded-md px-2.5 text-left hover:bg-hover hover:text-ink pointer-coarse:min-h-11'

/** The foot of the side menu. It gives way first when the window is low. */
export function SideFoot({ reference, contactEmail, contactPhone, version }: ShellHelp) {
  return (
    <div className="side-foot flex shrink-0 flex-col border-t border-line px-3 py-2 text-sm text-muted">
      <button type="button" aria-keyshortcuts="?" onClick={openShortcuts} className={line}>
        <Keyboard aria-hidden size={15} className="shrink-0" />
        {m.shortcuts_title()}
      </button>
      {reference && (
        <a href={reference} target="_blank" rel="noopener" className={line}>
          <BookText aria-hidden size={15} className="shrink-0" />
          {m.docs_title()}
          <span className="sr-only">{m.shell_newWindow()}</span>
        </a>
      )}
      {contactEmail && <MailLink email={contactEmail} size={15} className={line} />}
      {contactPhone && <PhoneLink phone={contactPhone} size={15} className={line} />}
      {version && <p className="tabular px-2.5 pt-1 text-xs text-subtle">{m.shell_version({ version })}</p>}
    </div>
  )
}
