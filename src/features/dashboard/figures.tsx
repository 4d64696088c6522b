import type { ReactNode } from 'react'
import { ListLink } from '#src/crud/list/list-link.tsx'
import { schemeStates } from '#src/features/exam-scheme/exam-scheme.options.ts'
import { organizationTypes } from '#src/features/org/organization.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { cx } from '#src/lib/cx.ts'
import { labelText } from '#src/resource/label.ts'
import { registry } from '#src/resource/registry.ts'
import type { Summary } from './dashboard.queries.ts'
import { type Segment, Segments } from './segments.tsx'

/** The numbers of the page. Each leads to its rows; those of resources that the user may not read are left out. */
export function Figures({ summary }: { summary: Summary }) {
  const { organizations, subjects, levels, years, schemes } = summary
  const cards = [
    organizations && <Organizations key="organizations" of={organizations} levels={levels ?? []} />,
    subjects && (
      <Figure
        key="subjects"
        menu={registry.subject.menu}
        label={m.menu_subject()}
        value={subjects.on + subjects.off}
        parts={[
          { key: 'on', label: m.dashboard_on(), count: subjects.on, filter: is('status', 1) },
          { key: 'off', label: m.dashboard_off(), count: subjects.off, filter: is('status', 0) },
        ]}
      />
    ),
    years && (
      <Figure
        key="years"
        menu={registry['student-year'].menu}
        label={m.dashboard_yearsCurrent()}
        value={years.current}
        of={is('phase', 'current')}
        parts={[
          {
            key: 'graduating',
            label: m.dashboard_yearsGraduating({ year: String(years.year) }),
            count: years.graduating,
            filter: is('graduationYear', years.year),
          },
        ]}
        whole={{ label: m.dashboard_yearsAll(), count: years.total }}
      />
    ),
    schemes && (
      <Figure
        key="schemes"
        menu={registry['exam-scheme'].menu}
        label={m.menu_examScheme()}
        value={schemes.draft + schemes.published + schemes.changed}
        parts={(['published', 'changed', 'draft'] as const).map((state) => ({
          key: state,
          label: stateLabel(state),
          count: schemes[state],
          filter: is('state', state),
        }))}
      />
    ),
  ].filter(Boolean)
  if (cards.length === 0) return null
  return (
    <section aria-label={m.dashboard_figures()} className={cx('grid gap-4', columns(cards.length, !!organizations))}>
      {cards}
    </section>
  )
}

function stateLabel(state: string): string {
  const found = schemeStates.find(({ value }) => value === state)
  return found ? labelText(found.label) : state
}

const is = (field: string, val: string | number) => ({ field, operator: 'eq', val }) as const

/** The card of the organizations has more to say, so it is wider. */
function columns(cards: number, wideFirst: boolean): string {
  if (cards === 1) return ''
  if (cards === 2) return 'sm:grid-cols-2'
  if (cards === 3) return wideFirst ? 'sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]' : 'sm:grid-cols-3'
  return 'sm:grid-cols-2 xl:grid-cols-[2fr_1fr_1fr_1.25fr]'
}

type OrganizationsProps = { of: NonNullable<Summary['organizations']>; levels: NonNullable<Summary['levels']> }

function Organizations({ of, levels }: OrganizationsProps) {
  const { menu } = registry.organization
  const kinds = organizationTypes.flatMap(({ value, label }): Segment[] => {
    const count = of.types.find(({ type }) => type === value)?.count ?? 0
    return count === 0 ? [] : [{ key: value, label: labelText(label), count, filter: is('type', value) }]
  })
  const byLevel = levels.flatMap(({ id, name }) => {
    const count = of.levels.find((one) => one.id === id)?.count ?? 0
    return count === 0 ? [] : [{ id, name, count }]
  })
  return (
    <Figure menu={menu} label={m.menu_organization()} value={of.total} parts={kinds}>
      {byLevel.length > 0 && (
        <ul aria-label={m.organization_levels()} className="flex flex-wrap gap-x-3 border-t border-line pt-1">
          {byLevel.map(({ id, name, count }) => (
            <li key={id}>
              <ListLink
                menu={menu}
                filter={{ field: 'levelIds', operator: 'FIND_IN_SET', val: [id] }}
                className="inline-flex min-h-6 shrink-0 items-center gap-1.5 text-sm text-muted hover:text-accent-ink hover:underline"
              >
                {name}
                <span className="tabular font-medium text-ink">{formatCount(count)}</span>
              </ListLink>
            </li>
          ))}
        </ul>
      )}
    </Figure>
  )
}

type FigureProps = {
  menu: string
  label: string
  value: number
  /** The rows that the number counts. Default: all. */
  of?: Segment['filter']
  parts: readonly Segment[]
  /** All rows, when the number counts only some. */
  whole?: { label: string; count: number }
  children?: ReactNode
}

function Figure({ menu, label, value, of, parts, whole, children }: FigureProps) {
  return (
    <section aria-label={label} className="flex min-w-0 flex-col rounded-xl border border-line bg-surface px-4 py-3">
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h2 className="text-sm font-normal text-muted">{label}</h2>
        {whole && (
          <ListLink
            menu={menu}
            className="inline-flex min-h-6 items-center gap-1.5 text-sm text-muted hover:text-accent-ink hover:underline"
          >
            {whole.label}
            <span className="tabular font-medium text-ink">{formatCount(whole.count)}</span>
          </ListLink>
        )}
      </div>
      <p>
        <ListLink
          menu={menu}
          filter={of}
          aria-label={m.dashboard_figure({ label, count: formatCount(value) })}
          className="tabular text-2xl font-semibold hover:text-accent-ink"
        >
          {formatCount(value)}
        </ListLink>
      </p>
      {parts.length > 0 && <Segments menu={menu} parts={parts} whole={whole?.count} />}
      {children && <div className="mt-1">{children}</div>}
    </section>
  )
}
