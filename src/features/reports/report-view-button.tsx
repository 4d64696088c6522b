import { useView, ViewButton } from '#src/crud/views/view-button.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import type { ChosenReport } from './report.queries.ts'
import { REPORT_VIEWS } from './report-keys.ts'
import type { ReportSearch } from './report-search.ts'
import { isBound, reportDiffers, reportViewState, searchOfReportView } from './report-views.ts'

type ReportViewButtonProps = {
  search: ChosenReport
  /** The version on screen, which an address may leave out. */
  version: string | undefined
  onSearch(patch: Partial<ReportSearch>): void
}

/** The saved views of reports, beside one of them. */
export function ReportViewButton({ search, version, onSearch }: ReportViewButtonProps) {
  const view = useView(REPORT_VIEWS, search.view)
  const { unit, subject, with: other, near } = search
  const shown = { ...search, version: search.version ?? version }
  const fixed = reportViewState(shown, true)
  return (
    <ViewButton
      resource={REPORT_VIEWS}
      view={view}
      changed={view !== undefined && reportDiffers(view, shown)}
      isPlain={!view && [unit, subject, other, near].every((one) => one === undefined)}
      texts={{ plain: m.report_viewNone(), hint: m.report_viewHint() }}
      state={view && isBound(view) ? fixed : reportViewState(search, false)}
      fresh={reportViewState(search, false)}
      instead={{ label: m.report_viewBound(), state: fixed }}
      onOpen={(next) =>
        onSearch(
          next
            ? searchOfReportView(next, search)
            : { unit: undefined, subject: undefined, with: undefined, near: undefined, view: undefined },
        )
      }
      onStored={(added) => added !== undefined && onSearch({ view: added })}
    />
  )
}
