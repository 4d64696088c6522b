import type { ReactNode } from 'react'

type NoticeProps = { code: string; title: string; rule?: ReactNode; children: ReactNode; actions: ReactNode }

/** A page that only says why there is no page. */
export function PageNotice({ code, title, rule = <NoticeRule />, children, actions }: NoticeProps) {
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
      <div className="mt-8 flex flex-wrap gap-2.5">{actions}</div>
    </div>
  )
}

/**
 * The product's rule below the number; with progress, its marks fill.
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
