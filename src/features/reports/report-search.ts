import { type ReportKey, reportKeys } from './report-keys.ts'

/** What the address of the page says. Whoever has the address sees the same report, within the own rights. */
export type ReportSearch = {
  exam?: number | undefined
  version?: string | undefined
  report?: ReportKey | undefined
  unit?: string | undefined
  subject?: string | undefined
  with?: string | undefined
}

/** Reads the address. What it does not know is left out. */
export function reportSearch(raw: Record<string, unknown>): ReportSearch {
  const exam = Number(raw.exam)
  const found: ReportSearch = {
    exam: Number.isSafeInteger(exam) && exam > 0 ? exam : undefined,
    version: textOf(raw.version),
    report: reportKeys.find((key) => key === raw.report),
    unit: textOf(raw.unit),
    subject: textOf(raw.subject),
    with: textOf(raw.with),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

function textOf(value: unknown): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined
}

/** The address of the page, of a call or of a file with these choices. */
export function reportAddress(path: string, search: ReportSearch): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value !== undefined) query.set(name, String(value))
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
