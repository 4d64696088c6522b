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

/** A URL has numbers as text. */
function idOf(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** Reads the search of a URL. What is wrong is left out. */
export function dataSearch(search: Record<string, unknown>): DataSearch {
  const { section, q, only } = search
  const read: DataSearch = {
    exam: idOf(search.exam),
    section: dataSections.find((one) => one === section),
    school: idOf(search.school),
    class: idOf(search.class),
    subject: idOf(search.subject),
    q: typeof q === 'string' && q !== '' ? q.slice(0, 100) : undefined,
    only: only === 'late' || only === 'open' ? only : undefined,
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}
