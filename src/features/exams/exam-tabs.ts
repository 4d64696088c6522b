/** The parts of an exam's page. The first one has no name in the address. */
export const examTabs = ['overview', 'roster', 'subjects', 'corrections', 'versions'] as const
export type ExamTab = (typeof examTabs)[number]
