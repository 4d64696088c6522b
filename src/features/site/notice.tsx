import type { ReactNode } from 'react'

type NoticeProps = { code: string; title: string; children: ReactNode; actions: ReactNode }

/** A page that only says why there is no page. */
export function Notice({ code, title, children, actions }: NoticeProps) {
  return (
    <div className="mx-auto grid w-full max-w-xl flex-1 content-center px-6 py-16">
      <p aria-hidden className="tabular text-[4.5rem] leading-none font-semibold tracking-tight text-subtle">
        {code}
      </p>
      <div aria-hidden className="rule-top mt-3 h-3" />
      <h1 className="mt-5 text-xl">{title}</h1>
      <div className="mt-1.5 flex flex-col gap-1 text-muted">{children}</div>
      <div className="mt-6 flex flex-wrap gap-2">{actions}</div>
    </div>
  )
}
