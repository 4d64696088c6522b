import { m } from '#src/i18n/paraglide/messages.js'

/** Whose site it is; with the filing number that sites in China carry. */
export function SiteFooter({ siteName, recordNumber = '' }: { siteName: string; recordNumber?: string }) {
  return (
    <footer className="border-t border-line text-sm text-muted">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-5 gap-y-1 px-4 py-4">
        {/* The server's clock and the browser's may stand in different years for some hours. */}
        <span suppressHydrationWarning>{m.shell_footer({ year: new Date().getFullYear(), name: siteName })}</span>
        {recordNumber !== '' && (
          <a href="https://beian.miit.gov.cn/" rel="noopener" className="underline-offset-2 hover:underline">
            {recordNumber}
          </a>
        )}
      </div>
    </footer>
  )
}
