import { searchId, searchOneOf, searchReader, searchText } from '#src/lib/search-fields.ts'
import type { Board } from './exam-data.queries.ts'

export const dataSections = ['board', 'desk', 'findings'] as const
export type DataSection = (typeof dataSections)[number]

/** What the URL of the page has. The board, the newest exam and the first school are left out. */
export type DataSearch = {
  exam?: number | undefined
  section?: DataSection | undefined
  school?: number | undefined
  class?: number | undefined
  subject?: number | undefined
  /** A part of a school's name, on the board. */
  q?: string | undefined
  only?: 'late' | 'open' | undefined
}

/** The props of a section of the page. */
export type SectionProps = {
  exam: Pick<Board['exam'], 'id' | 'name' | 'state'>
  search: DataSearch
  onSearch(patch: DataSearch): void
}

/** Reads the search of the page's URL. */
export const dataSearch = searchReader<DataSearch>({
  exam: searchId,
  section: searchOneOf(dataSections),
  school: searchId,
  class: searchId,
  subject: searchId,
  q: searchText,
  only: searchOneOf(['late', 'open']),
})
