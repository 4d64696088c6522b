import { Link } from '@tanstack/react-router'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { Notice } from './notice.tsx'
import { useAutoReturn } from './use-auto-return.ts'

type NotFoundPageProps = { onBack(): void; canGoBack: boolean }

/** 404: goes back by itself, unless the person shows that somebody is reading. */
export function NotFoundPage({ onBack, canGoBack }: NotFoundPageProps) {
  const { seconds, stopped } = useAutoReturn(canGoBack, onBack)
  return (
    <Notice
      code="404"
      title={m.notFound_title()}
      actions={
        <>
          <Link to="/" className={buttonClass({ variant: 'primary' })}>
            {m.notFound_home()}
          </Link>
          {canGoBack && <Button onClick={onBack}>{m.notFound_back()}</Button>}
        </>
      }
    >
      <p>{m.notFound_text()}</p>
      {canGoBack && <p className="tabular">{stopped ? m.notFound_stopped() : m.notFound_countdown({ seconds })}</p>}
    </Notice>
  )
}
