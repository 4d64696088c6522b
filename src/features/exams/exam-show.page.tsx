import { Tabs } from '@ark-ui/react/tabs'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { useTabActions } from '#src/layout/tabs/tabs-context.ts'
import { labelText } from '#src/resource/label.ts'
import { Banner } from '#src/ui/banner.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { type ExamOverview, examOverviewQuery, exams } from './exam.queries.ts'
import { examStates } from './exam.schema.ts'
import { ExamFacts } from './exam-facts.tsx'
import { ExamHistory } from './exam-history.tsx'
import { ExamNext } from './exam-next.tsx'
import { ExamSteps } from './exam-steps.tsx'
import { ExamSubjects } from './exam-subjects.tsx'
import { type ExamTab, examTabs } from './exam-tabs.ts'
import { RosterPanel } from './roster-panel.tsx'

const ExamVersions = lazyPart(
  async () => (await import('#src/features/exam-run/exam-versions.tsx')).ExamVersions,
  <SkeletonRows rows={5} />,
)

const ExamCorrections = lazyPart(
  async () => (await import('#src/features/exam-corrections/exam-corrections.tsx')).ExamCorrections,
  <SkeletonRows rows={5} />,
)

type ExamShowPageProps = { id: number; tab: ExamTab | undefined; onTab(tab: ExamTab | undefined): void }

const titles: Record<ExamTab, () => string> = {
  overview: m.exam_tabOverview,
  roster: m.menu_candidate,
  subjects: m.examScheme_subjects,
  corrections: m.menu_correction,
  versions: m.exam_tabVersions,
}

const contents: Record<ExamTab, (props: { exam: ExamOverview; onChanged(): void }) => ReactNode> = {
  overview: ({ exam }) => (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <ExamFacts exam={exam} />
      <ExamHistory events={exam.events} />
    </div>
  ),
  roster: RosterPanel,
  subjects: ({ exam }) => <ExamSubjects exam={exam} />,
  corrections: ExamCorrections,
  versions: ExamVersions,
}

/** The page of one exam: where it stands, the next step, and its parts. */
export function ExamShowPage({ id, tab = 'overview', onTab }: ExamShowPageProps) {
  const can = useCan()
  const client = useQueryClient()
  const { rename } = useTabActions()
  const { data: exam } = useSuspenseQuery(examOverviewQuery(id))
  const { name, state } = exam
  useEffect(() => rename(`/admin/exam/exam/${id}`, name), [rename, id, name])
  const onChanged = () => void client.invalidateQueries({ queryKey: [exams.key] })
  const shown = examTabs.filter((one) => one !== 'corrections' || can('exam/correction/index'))
  const stored = examStates.find(({ value }) => value === state)
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="min-w-0 text-xl break-words">{name}</h1>
        {stored && <Tag tone={stored.tone}>{labelText(stored.label)}</Tag>}
        {!exam.held && <p className="text-sm text-muted">{m.exam_watching()}</p>}
      </header>
      <ExamSteps state={state} />
      {exam.sameName && <Banner tone="warning">{m.exam_sameName()}</Banner>}
      <ExamNext exam={exam} onChanged={onChanged} onTab={onTab} />
      <Tabs.Root
        value={tab}
        onValueChange={({ value }) => onTab(examTabs.slice(1).find((one) => one === value))}
        activationMode="manual"
        lazyMount
        unmountOnExit
      >
        <Tabs.List aria-label={name} className="no-scrollbar mb-4 flex h-10 overflow-x-auto border-b border-line">
          {shown.map((one) => (
            <Tabs.Trigger
              key={one}
              value={one}
              className="flex h-10 shrink-0 items-center border-b-2 border-transparent px-3 whitespace-nowrap text-muted hover:text-ink data-selected:border-accent data-selected:text-accent-ink"
            >
              {titles[one]()}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {shown.map((one) => {
          const Content = contents[one]
          return (
            <Tabs.Content key={one} value={one} tabIndex={-1} className="outline-none">
              <Content exam={exam} onChanged={onChanged} />
            </Tabs.Content>
          )
        })}
      </Tabs.Root>
    </div>
  )
}
