import { Tabs } from '@ark-ui/react/tabs'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ExamChooser } from '#src/features/exams/exam-chooser.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { BoardSection } from './board.tsx'
import { chosenExam, dataExamsQuery } from './exam-data.queries.ts'
import { type DataSearch, type DataSection, dataSections } from './exam-data.search.ts'

const Desk = lazyPart(async () => (await import('./desk.tsx')).Desk, <SkeletonRows />)
const FindingsList = lazyPart(async () => (await import('./findings-list.tsx')).FindingsList, <SkeletonRows />)

const titles: Record<DataSection, () => string> = {
  board: m.examData_board,
  desk: m.examData_desk,
  findings: m.examData_findings,
}

type ExamDataPageProps = { search: DataSearch; onSearch(patch: DataSearch): void }

/** The marks of an exam while it collects: what each school has entered, entering them, what is wrong with them. */
export function ExamDataPage({ search, onSearch }: ExamDataPageProps) {
  const { data } = useSuspenseQuery(dataExamsQuery)
  const exam = chosenExam(data, search.exam)
  const section = search.section ?? 'board'
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="mr-auto text-xl">{m.pagesTitle_examData()}</h1>
        {exam && (
          <ExamChooser
            exams={data.list}
            value={exam.id}
            onChange={(id) => onSearch({ exam: id, school: undefined, class: undefined, subject: undefined })}
          />
        )}
      </div>
      {exam ? (
        <Tabs.Root
          value={section}
          onValueChange={({ value }) => {
            const next = dataSections.find((one) => one === value)
            onSearch({ section: next === 'board' ? undefined : next })
          }}
          activationMode="manual"
          lazyMount
        >
          <Tabs.List
            aria-label={m.examData_sections()}
            className="no-scrollbar mb-3 flex h-10 overflow-x-auto border-b border-line"
          >
            {dataSections.map((one) => (
              <Tabs.Trigger
                key={one}
                value={one}
                className="flex h-10 shrink-0 items-center border-b-2 border-transparent px-3 whitespace-nowrap text-muted hover:text-ink data-selected:border-accent data-selected:text-accent-ink"
              >
                {titles[one]()}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <Tabs.Content value="board" tabIndex={-1} className="outline-none">
            {/* Others enter marks too: whoever comes back to it sees what stands now. */}
            {section === 'board' && <BoardSection key={exam.id} exam={exam} search={search} onSearch={onSearch} />}
          </Tabs.Content>
          {/* The desk stays, so that cells that are not stored yet are not lost. */}
          <Tabs.Content value="desk" tabIndex={-1} className="outline-none">
            <Desk exam={exam} search={search} onSearch={onSearch} />
          </Tabs.Content>
          <Tabs.Content value="findings" tabIndex={-1} className="outline-none">
            {section === 'findings' && <FindingsList key={exam.id} exam={exam} search={search} onSearch={onSearch} />}
          </Tabs.Content>
        </Tabs.Root>
      ) : (
        <EmptyState title={m.examData_noExams()} hint={m.examData_noExamsHint()} />
      )}
    </div>
  )
}
