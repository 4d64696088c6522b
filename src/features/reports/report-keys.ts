/** The reports, in the order of the gallery. */
export const reportKeys = ['overview', 'comparison', 'distribution', 'lines', 'borderline', 'assigned'] as const
export type ReportKey = (typeof reportKeys)[number]

/** How many marks on both sides of a line are near it: what a reader can choose, and what counts without a choice. */
export const nearChoices = [2, 5, 10, 15, 20, 30, 50] as const
export const NEAR = 10
/** More than that is not near. */
export const NEAR_MOST = 200
/** What the page shows: one of the reports, or the sheets of pupils by name. */
export type ReportChoice = ReportKey | 'pupil'
/** The key of the saved views of reports. */
export const REPORT_VIEWS = 'page:report'
