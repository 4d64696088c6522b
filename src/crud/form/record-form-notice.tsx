import { m } from '#src/i18n/paraglide/messages.js'
import { FailureNumber } from '#src/layout/failure-number.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import type { SaveNotice } from './use-save.ts'

type RecordFormNoticeProps = {
  notice: SaveNotice
  /** Path of the login page that starts the session again. */
  login?: '/admin/login' | '/user/login'
}

/** Shows why the last attempt to save failed, when no field caused the error. */
export function RecordFormNotice({ notice, login = '/admin/login' }: RecordFormNoticeProps) {
  return (
    <div className="mb-3.5">
      {notice.kind === 'text' ? (
        <Banner tone="danger">
          {notice.text}
          {notice.number && <FailureNumber number={notice.number} />}
        </Banner>
      ) : (
        <Banner tone="danger">
          {m.crud_signedOut()}{' '}
          <a href={login} target="_blank" rel="noopener" className="font-medium whitespace-nowrap underline">
            {m.crud_signIn()}
          </a>
        </Banner>
      )}
    </div>
  )
}

/** Tells the user that a draft was restored. @param clash another user has changed the same fields since */
export function DraftNotice({ clash, onStartOver }: { clash: boolean; onStartOver(): void }) {
  return (
    <div className="mb-3.5">
      <Banner
        tone={clash ? 'warning' : 'info'}
        action={
          <Button size="sm" onClick={onStartOver}>
            {m.crud_dropDraft()}
          </Button>
        }
      >
        {clash ? m.crud_draftClash() : m.crud_draft()}
      </Banner>
    </div>
  )
}
