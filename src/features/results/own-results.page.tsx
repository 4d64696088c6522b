import { useQuery } from '@tanstack/react-query'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { NativeSelect } from '#src/ui/native-select.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { OwnExams } from './own-exams.tsx'
import { ownResultsQuery, type ResultCalls, resultCalls } from './own-results.queries.ts'
import type { OwnResultSearch } from './own-results.search.ts'
import { OwnSheetView } from './own-sheet-view.tsx'
import { OwnViews } from './own-views.tsx'

type OwnResultsPageProps = {
  search: OwnResultSearch
  onSearch(search: OwnResultSearch): void
  timeZone: string
  /** By default, those of the server. */
  calls?: ResultCalls
}

/** The published results of the pupils who are linked to a member: a list, or the sheet of one exam. */
export function OwnResultsPage({ search, onSearch, timeZone, calls = resultCalls }: OwnResultsPageProps) {
  const { data, error, isFetching, refetch } = useQuery(ownResultsQuery(calls))
  const pupils = data?.list ?? []
  const pupil = pupils.find(({ link }) => link === search.link) ?? pupils[0]
  if (search.exam !== undefined && pupil) {
    return (
      <OwnSheetView
        key={`${pupil.link} ${search.exam}`}
        link={pupil.link}
        exam={search.exam}
        timeZone={timeZone}
        calls={calls}
        onBack={() => onSearch({ link: search.link })}
      />
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="mr-auto text-xl">{m.pagesTitle_ownResults()}</h1>
        {pupil && pupils.length > 1 && (
          <NativeSelect
            aria-label={m.result_pupil()}
            className="max-w-full"
            items={pupils.map(({ link, name }) => ({ value: String(link), label: name }))}
            value={String(pupil.link)}
            onChange={(link) => onSearch({ link: Number(link) })}
          />
        )}
      </div>
      {!data ? (
        <div className="rounded-xl border border-line bg-surface">
          {error ? (
            <FailureState error={error} retrying={isFetching} onRetry={() => void refetch()} />
          ) : (
            <SkeletonRows rows={3} />
          )}
        </div>
      ) : pupil ? (
        <>
          <OwnExams pupil={pupil} onOpen={(exam) => onSearch({ link: pupil.link, exam })} />
          <OwnViews link={pupil.link} timeZone={timeZone} calls={calls} />
        </>
      ) : (
        <div className="rounded-xl border border-line bg-surface">
          <EmptyState title={m.result_noPupil()} hint={m.result_noPupilHint()} />
        </div>
      )}
    </div>
  )
}
