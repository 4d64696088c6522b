import { searchId, searchOneOf, searchReader, searchText } from '#src/lib/search-fields.ts'
import { NEAR_MOST, type ReportChoice, reportKeys } from './report-keys.ts'

/** What the address of the page says. Whoever has the address sees the same report, within the own rights. */
export type ReportSearch = {
  exam?: number | undefined
  version?: string | undefined
  report?: ReportChoice | undefined
  unit?: string | undefined
  subject?: string | undefined
  with?: string | undefined
  /** How many marks around a line are near. */
  near?: number | undefined
  /** The candidate whose sheet is shown. */
  pupil?: number | undefined
  /** The saved view that was opened. */
  view?: number | undefined
}

/** Reads the address. What it does not know is left out. */
export const reportSearch = searchReader<ReportSearch>({
  exam: searchId,
  version: searchText,
  report: searchOneOf<ReportChoice>([...reportKeys, 'pupil']),
  unit: searchText,
  subject: searchText,
  with: searchText,
  near: (value) => {
    const marks = searchId(value)
    return marks !== undefined && marks <= NEAR_MOST ? marks : undefined
  },
  pupil: searchId,
  view: searchId,
})
