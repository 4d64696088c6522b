import type { JobRow } from '#src/db/job.table.server.ts'
import { inEachLanguage, type Said } from '#src/i18n/locale.server.ts'
import type { JobKind } from './job-kind.server.ts'
import { jobView } from './job-view.server.ts'

/**
 * What a notice says of a job that ended, in every language, and the page that the job is about. `after`: of a job that
 * took fewer seconds there is none.
 */
export type JobWords = { title: Said; text: Said; link: string; after: number }

/** The message of a failed job is in the language in which it was started. */
export function jobWords(row: JobRow, kinds: ReadonlyMap<string, JobKind>): JobWords {
  const views = inEachLanguage(() => jobView(row, kinds))
  const menu = views.en.about?.menu
  return {
    title: { 'zh-cn': views['zh-cn'].title, en: views.en.title },
    text: { 'zh-cn': views['zh-cn'].message, en: views.en.message },
    link: menu ? `/admin/${menu}` : '',
    after: kinds.get(row.kind)?.noticeAfter ?? 0,
  }
}
