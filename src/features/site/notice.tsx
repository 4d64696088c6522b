import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#src/ui/button.tsx'
import type { Contact } from './contact-lines.tsx'

/** The shell around a notice page. Undefined: the public site. */
export type NoticeArea = 'admin' | 'user' | 'center' | undefined

/** The props that each notice page gets from its route. */
export type NoticePageProps = { contact: Contact; canGoBack: boolean; onBack(): void; area?: NoticeArea }

type NoticeProps = Pick<NoticePageProps, 'canGoBack' | 'onBack' | 'area'> & {
  code: string
  title: string
  /** Text of the link to the home page of the site. */
  home: string
  rule?: ReactNode
  children: ReactNode
}

/** A page that only explains why the requested page is not shown. */
export function PageNotice(props: NoticeProps) {
  const { code, title, home, area, rule = <NoticeRule />, canGoBack, onBack, children } = props
  return (
    <div className="mx-auto grid w-full max-w-2xl flex-1 content-center px-4 py-14 sm:px-6">
      <p
        aria-hidden
        className="tabular text-[5.5rem] leading-none font-semibold tracking-tighter text-accent-ink sm:text-[7.5rem]"
      >
        {code}
      </p>
      {rule}
      <h1 className="mt-6 text-2xl tracking-tight">{title}</h1>
      <div className="mt-2 flex flex-col gap-1.5 text-lg text-muted">{children}</div>
      <div className="mt-8 flex flex-wrap gap-2.5">
        <Link to={area ? `/${area}` : '/'} className={buttonClass({ variant: 'primary', size: 'lg' })}>
          {area === 'admin' ? m.notFound_toAdmin() : area ? m.notFound_toMember() : home}
        </Link>
        {canGoBack && (
          <Button size="lg" onClick={onBack}>
            {m.notFound_back()}
          </Button>
        )}
      </div>
    </div>
  )
}

/**
 * The product's ruler line below the number. With `progress`, its marks fill.
 * @param progress 0 to 100
 */
export function NoticeRule({ label, progress }: { label?: string; progress?: number }) {
  if (progress === undefined) return <div aria-hidden className="rule-top mt-4 h-3" />
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={progress}
      aria-valuemin={0}
      aria-valuemax={100}
      className="rule-top relative mt-4 h-3"
    >
      <span
        className="rule-top rule-accent absolute inset-y-0 left-0 border-t-2 border-accent transition-[width] duration-500 ease-linear"
        style={{ width: `${progress}%` }}
      />
    </div>
  )
}
