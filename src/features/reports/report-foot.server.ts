import type { ExamPolicy } from '#src/features/exam-engine/params-of-scheme.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { toZoned } from '#src/lib/zoned.ts'
import type { FootLine } from './blocks.ts'
import type { VersionRow } from './report-versions.server.ts'

/** `timeZone` is that of the site. */
type FootFacts = { exam: string; since: string; until: string; version: VersionRow; timeZone: string }

/** What stands below every report: the exam, its version, who counts, and which computation it is. */
export function footOf({ exam, since, until, version, timeZone }: FootFacts): FootLine[] {
  const { number, run, time, engine, dataHash, resultHash, params } = version
  const day = toZoned(time, timeZone)?.day ?? ''
  return [
    { label: m.report_exam(), text: since === until ? `${exam} (${since})` : `${exam} (${since} – ${until})` },
    {
      label: m.report_version(),
      text: number === null ? m.report_previewOf({ run }) : m.report_publishedAt({ number, run, day }),
    },
    { label: m.report_whoCounts(), text: whoCounts(params.policy) },
    {
      label: m.report_engine(),
      text: m.report_engineText({ engine, data: short(dataHash), result: short(resultHash) }),
    },
  ]
}

const short = (hash: string) => hash.slice(0, 12)

/** Who is a taker, in words. */
function whoCounts({ zeroFor }: ExamPolicy): string {
  if (zeroFor.absent && zeroFor.cheat) return m.report_countsAll()
  if (zeroFor.absent) return m.report_countsAbsent()
  return zeroFor.cheat ? m.report_countsCheat() : m.report_countsMarks()
}
