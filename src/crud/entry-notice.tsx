import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import type { Notice } from './use-save.ts'

/** Why the last try to save failed, when no field is to blame. */
export function EntryNotice({ notice }: { notice: Notice }) {
  if (notice.kind === 'text') return <Banner tone="danger">{notice.text}</Banner>
  return (
    <Banner tone="danger">
      {m.crud_signedOut()}{' '}
      <a href="/admin/login" target="_blank" rel="noopener" className="font-medium whitespace-nowrap underline">
        {m.crud_signIn()}
      </a>
    </Banner>
  )
}
