import { type ErrorComponentProps, Link, useLocation, useRouter } from '@tanstack/react-router'
import { use, useEffect, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { pathOf } from '#src/layout/tabs/tab-path.ts'
import { TabsContext } from '#src/layout/tabs/tabs-context.ts'
import { line } from '#src/lib/line.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { reports } from './reports.ts'

/** Shown in place of a page that does not load: what happened, another try, and the first page of the area. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const { pathname } = useLocation()
  const title = use(TabsContext)?.titleOf(pathOf(pathname))
  const [number, setNumber] = useState<number | null>()
  const retry = useStable(async () => {
    await router.invalidate()
    reset()
  })
  useEffect(() => line.onBack(retry), [retry])
  useEffect(() => void reports.page(error).then(setNumber), [error])
  const area = /^\/(admin|user|center)\b/.exec(pathname)?.[1]
  const home = area === 'admin' ? '/admin' : area === 'user' ? '/user' : area ? '/center' : '/'
  return (
    <div className="flex flex-col gap-3">
      {title && <h1 className="flex h-8 items-center text-lg">{title}</h1>}
      <div className="flex min-h-[50dvh] flex-col justify-center rounded-lg border border-line bg-surface">
        <FailureState
          error={error}
          alone={!title}
          number={number ? String(number) : ''}
          onRetry={retry}
          actions={
            <Link to={home} className={buttonClass({ variant: 'ghost' })}>
              {area === 'admin' ? m.notFound_toAdmin() : area ? m.notFound_toMember() : m.notFound_home()}
            </Link>
          }
        />
      </div>
    </div>
  )
}
