import { m } from '#src/i18n/paraglide/messages.js'
import type { ReportChoice } from './report-keys.ts'

/** The title of each report, and the question that it answers. */
export const reportTexts: Record<ReportChoice, { title: () => string; question: () => string }> = {
  overview: { title: m.report_overview, question: m.report_overviewAsks },
  comparison: { title: m.report_comparison, question: m.report_comparisonAsks },
  distribution: { title: m.report_distribution, question: m.report_distributionAsks },
  lines: { title: m.report_lines, question: m.report_linesAsks },
  borderline: { title: m.report_borderline, question: m.report_borderlineAsks },
  pupil: { title: m.pupil_title, question: m.pupil_asks },
  assigned: { title: m.report_assignedReport, question: m.report_assignedAsks },
}
