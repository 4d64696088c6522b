import * as v from 'valibot'
import { refreshStatistics } from '#src/db/refresh-statistics.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { can } from '#src/resource/registry.ts'
import { tableChanged } from '#src/server/cache/table-cache.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { defineJob } from '#src/server/jobs/job-kind.server.ts'
import { earlierResult, keepResult } from '#src/server/jobs/kept-result.server.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import { rosterStates } from './candidate.rules.server.ts'
import { holdExam } from './exam-access.server.ts'
import { noteEvent } from './exam-events.server.ts'
import { acceptRoster, assertAcceptable, differenceKinds, numberings } from './roster.server.ts'

/** Seconds. Of a roster that takes longer, its author learns by a notice, too. */
const NOTICE_AFTER = 20

const rosterInput = v.object({
  examId: v.number(),
  name: v.string(),
  kinds: v.array(v.picklist(differenceKinds)),
  numbering: v.picklist(numberings),
  except: v.array(v.number()),
})
const rosterCounts = v.object({ new: v.number(), moved: v.number(), renamed: v.number(), gone: v.number() })

/** Takes the roster of an exam from the enrolment, or accepts how it differs: in one transaction, or nothing. */
export const rosterJob = defineJob({
  kind: 'exam-roster',
  input: rosterInput,
  result: rosterCounts,
  about: () => ({ resource: 'exam', menu: 'exam/exam' }),
  title: ({ name }) => m.roster_job({ name }),
  steps: { writing: () => m.import_stepWriting() },
  noticeAfter: NOTICE_AFTER,
  async run({ id, db, actor, author, input: { examId, ...choice }, progress, mayKeep }) {
    const earlier = v.safeParse(rosterCounts, await earlierResult(db, id))
    if (earlier.success) return earlier.output
    // The current rights count, not those at the time of the request.
    if (!can(actor, 'exam/exam/roster')) throw new AppError(403)
    progress({ step: 'writing', done: 0, total: null })
    const counts = await guardedWrite(db, author, 'bulk', async (tx) => {
      const exam = await holdExam(tx, actor, { id: examId, states: rosterStates })
      await assertAcceptable(tx, exam, choice)
      const done = await acceptRoster(tx, exam, choice)
      await noteEvent(tx, actor, { examId, kind: 'roster' })
      await mayKeep()
      await keepResult(tx, id, done)
      return done
    })
    await refreshStatistics(db, 'candidate')
    tableChanged(db, 'exam')
    return counts
  },
  summary: ({ new: added, moved, renamed, gone }) =>
    m.exam_rosterDone({
      added: formatCount(added),
      changed: formatCount(moved + renamed),
      gone: formatCount(gone),
    }),
})
