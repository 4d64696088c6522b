/** The reports, in the order of the gallery. */
export const reportKeys = ['overview', 'comparison', 'distribution', 'lines', 'assigned'] as const
export type ReportKey = (typeof reportKeys)[number]
