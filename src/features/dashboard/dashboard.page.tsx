import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { FailureScope } from '#src/crud/cells/failure-scope.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import type { ShellMenu } from '#src/layout/menu/shell-menu.ts'
import { useLocalStore } from '#src/lib/use-local-store.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { DASHBOARD, type Summary, summaryQuery } from './dashboard.queries.ts'
import { Figures } from './figures.tsx'
import { FirstSteps, hiddenStepsOf, useFirstSteps } from './first-steps.tsx'
import { type DashboardPerson, GreetingStrip } from './greeting-strip.tsx'
import { MenusContext } from './menus-context.ts'
import { modulePanel } from './module-panels.tsx'
import { PanelCard } from './panel.tsx'
import { inColumns, panels } from './panels.tsx'

type DashboardPageProps = {
  person: DashboardPerson
  menus: readonly ShellMenu[]
  timeZone: string
  /** False: the back end knows no figures, so only the strip is shown. */
  counts?: boolean
  /** The button that loads a province into an empty database. */
  loadDemo?: ReactNode
  /** Time of the visit in milliseconds since 1970. */
  now?: number
}

/** The first page of the back office: what there is, what waits, and what was done last. */
export function DashboardPage({
  person,
  menus,
  timeZone,
  counts = true,
  loadDemo,
  now = Date.now(),
}: DashboardPageProps) {
  return (
    <FailureScope resource={DASHBOARD}>
      <MenusContext value={menus}>
        <div className="flex flex-col gap-4">
          <GreetingStrip person={person} timeZone={timeZone} now={now} />
          {counts && <Counted userId={person.userId} loadDemo={loadDemo} />}
        </div>
      </MenusContext>
    </FailureScope>
  )
}

function Counted({ userId, loadDemo }: { userId: number; loadDemo: ReactNode }) {
  useFreshWhenShown()
  const can = useCan()
  const { data, error, isFetching, refetch } = useQuery(summaryQuery)
  const built = panels.filter(({ nodes }) => !nodes || nodes.some(can))
  const shown = [...built, ...(data?.panels ?? []).map(modulePanel)]
  const order = new Map(shown.map((panel, at) => [panel, at]))
  return (
    <>
      {data ? (
        <Numbers summary={data} userId={userId} loadDemo={loadDemo} />
      ) : error ? (
        <Banner
          tone="danger"
          action={
            <Button size="sm" loading={isFetching} onClick={() => void refetch()}>
              {m.ui_retry()}
            </Button>
          }
        >
          {failureText(error)}
        </Banner>
      ) : (
        <div aria-hidden className="grid gap-4 sm:grid-cols-2 xl:grid-cols-[2fr_1fr_1fr_1.25fr]">
          {[1, 2, 3, 4].map((card) => (
            <div key={card} className="skeleton h-40 rounded-xl" />
          ))}
        </div>
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        {inColumns(shown).map((column, at) => (
          <div key={at === 0 ? 'left' : 'right'} className="grid gap-4 max-lg:contents sm:grid-cols-2">
            {column.map((panel) => (
              <PanelCard key={panel.key} panel={panel} context={{ userId }} order={order.get(panel) ?? 0} />
            ))}
          </div>
        ))}
      </div>
    </>
  )
}

function Numbers({ summary, userId, loadDemo }: { summary: Summary; userId: number; loadDemo: ReactNode }) {
  const store = hiddenStepsOf(userId)
  const hidden = useLocalStore(store, false)
  const steps = useFirstSteps(summary, loadDemo)
  const open = steps.some(({ done }) => !done)
  return (
    <>
      {open && !hidden && <FirstSteps steps={steps} onHide={() => store.write(true)} />}
      <Figures summary={summary} />
      {open && hidden && (
        <p className="order-last text-sm">
          <Button size="sm" variant="ghost" onClick={() => store.write(false)}>
            {m.dashboard_stepsShow()}
          </Button>
        </p>
      )}
    </>
  )
}

/** Asks for everything again when the page comes back on screen: other pages may have changed the data meanwhile. */
function useFreshWhenShown() {
  const client = useQueryClient()
  const shownBefore = useRef(false)
  useEffect(() => {
    if (shownBefore.current) void client.invalidateQueries({ queryKey: [DASHBOARD] })
    shownBefore.current = true
  }, [client])
}
