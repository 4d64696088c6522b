import { Circle, CircleCheck, X } from 'lucide-react'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { ListLink } from '#src/crud/list/list-link.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { type LocalStore, localStore } from '#src/lib/local-store.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'
import { registry } from '#src/resource/registry.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import type { Summary } from './dashboard.queries.ts'

const kept = new Map<number, LocalStore<boolean>>()

/** Whether a user has hidden the first steps in this browser. */
export function hiddenStepsOf(userId: number): LocalStore<boolean> {
  const known = kept.get(userId)
  if (known) return known
  const key = `${storageKeys.firstSteps}:${userId}` as const
  const made = localStore({ key, version: 1, schema: v.boolean(), fallback: false })
  kept.set(userId, made)
  return made
}

type Step = { key: string; title: string; text: string; menu: string; done: boolean; action?: ReactNode }

/** The steps that make an empty database ready to work with: those that the user may take. */
export function useFirstSteps({ levels, subjects, organizations, schemes }: Summary, loadDemo: ReactNode): Step[] {
  const can = useCan()
  const steps: (Step | false)[] = [
    levels !== null &&
      can('baseInfo/educate-level/add') && {
        key: 'levels',
        title: m.dashboard_stepLevels(),
        text: m.dashboard_stepLevelsText(),
        menu: registry['educate-level'].menu,
        done: levels.length > 0,
      },
    subjects !== null &&
      can('baseInfo/subject/add') && {
        key: 'subjects',
        title: m.dashboard_stepSubjects(),
        text: m.dashboard_stepSubjectsText(),
        menu: registry.subject.menu,
        done: subjects.on > 0,
      },
    organizations !== null &&
      can('baseInfo/organization/add') && {
        key: 'organizations',
        title: m.dashboard_stepOrganizations(),
        text: m.dashboard_stepOrganizationsText(),
        menu: registry.organization.menu,
        done: organizations.total > 0,
        action: loadDemo,
      },
    schemes !== null &&
      can('baseInfo/exam-scheme/publish') && {
        key: 'schemes',
        title: m.dashboard_stepSchemes(),
        text: m.dashboard_stepSchemesText(),
        menu: registry['exam-scheme'].menu,
        done: schemes.published + schemes.changed > 0,
      },
  ]
  return steps.filter((step) => step !== false)
}

/** The first steps of a new database, ticked from the data. */
export function FirstSteps({ steps, onHide }: { steps: readonly Step[]; onHide(): void }) {
  const done = steps.filter((step) => step.done).length
  return (
    <section aria-labelledby="first-steps" className="rounded-xl border border-accent-line bg-surface">
      <div className="flex items-center gap-3 py-1.5 pr-2 pl-4">
        <h2 id="first-steps" className="text-base">
          {m.dashboard_steps()}
        </h2>
        <p className="tabular flex-1 text-sm text-muted">{m.dashboard_stepsDone({ done, count: steps.length })}</p>
        <IconButton label={m.dashboard_stepsHide()} onClick={onHide}>
          <X aria-hidden size={15} />
        </IconButton>
      </div>
      <ol className="grid gap-px border-t border-line bg-line sm:grid-cols-2 xl:grid-cols-4 rounded-b-xl overflow-hidden">
        {steps.map(({ key, title, text, menu, done: isDone, action }) => (
          <li key={key} className="flex gap-2.5 bg-surface px-4 py-3">
            <span className="mt-0.5 shrink-0">
              {isDone ? (
                <CircleCheck aria-hidden size={17} className="text-success-ink" />
              ) : (
                <Circle aria-hidden size={17} className="text-subtle" />
              )}
            </span>
            <div className="flex min-w-0 flex-col items-start gap-1">
              <ListLink menu={menu} className="min-h-6 font-medium hover:text-accent-ink hover:underline">
                {title}
                <span className="sr-only"> {isDone ? m.dashboard_stepDone() : m.dashboard_stepOpen()}</span>
              </ListLink>
              <p className="text-sm text-muted">{text}</p>
              {!isDone && action}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
