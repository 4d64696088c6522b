/** The parts of an exam's page. The first one has no name in the address. */
export const examTabs = ['overview', 'roster', 'subjects', 'versions'] as const
export type ExamTab = (typeof examTabs)[number]

/** The tab of an address; undefined for the first one, and for an unknown name. */
export function examTabOf(value: unknown): ExamTab | undefined {
  return examTabs.slice(1).find((one) => one === value)
}
