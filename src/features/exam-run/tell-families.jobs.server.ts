import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { memberMayOpen } from '#src/server/access/permissions.server.ts'
import { defineJob } from '#src/server/jobs/job-kind.server.ts'
import { notifyMany } from '#src/server/notices/notify.server.ts'

/** Members of a portion. Until it ends, a withdrawal of the publication waits. */
const PORTION = 500
/** Seconds. Whoever has published need not learn that all are told. */
const NOTICE_AFTER = 3600

const tellInput = v.object({ examId: v.number(), number: v.number(), name: v.string() })
type Told = v.InferOutput<typeof tellInput>

/**
 * Tells the members who are linked to the pupils of a publication. Each portion is one transaction that also says how
 * far it came, so that nobody is told twice, whatever becomes of the process. A publication that does not stand any
 * more tells nobody.
 */
export const tellFamiliesJob = defineJob({
  kind: 'exam-tell',
  input: tellInput,
  result: v.object({ count: v.number(), stopped: v.boolean() }),
  about: () => ({ resource: 'exam', menu: 'exam/exam' }),
  title: ({ name, number }) => m.told_job({ name, number: formatCount(number) }),
  steps: { telling: () => m.told_step() },
  noticeAfter: NOTICE_AFTER,
  async run({ db, secret, input, progress, mayKeep }) {
    for (;;) {
      const portion = await db.transaction(async (tx) => {
        const made = await tellPortion(tx, secret, input)
        await mayKeep()
        return made
      })
      progress({ step: 'telling', done: portion.count, total: null })
      if (portion.end) return { count: portion.count, stopped: portion.end === 'stopped' }
    }
  },
  summary: ({ count, stopped }) =>
    [m.told_done({ count, shown: formatCount(count) }), ...(stopped ? [m.told_stopped()] : [])].join(' '),
})

type Portion = { count: number; end?: 'done' | 'stopped' }
type Standing = { run: number; last: number; count: number; stands: boolean; again: boolean }

async function tellPortion(tx: Db, secret: string, { examId, number, name }: Told): Promise<Portion> {
  // A withdrawal writes this row, so it comes before the portion or after it.
  const { rows } = await tx.execute<Standing>(sql`
    select p.run, p.told_account_id::float8 as last, p.told_count as count,
      p.withdraw_time is null and e.published = p.number and e.state = 'published' and ${forFamilies} as stands,
      exists (select from publication b where b.exam_id = p.exam_id and b.number < p.number
        and b.audience ->> 'families' in ('bands', 'marks')) as again
    from publication p join exam e on e.id = p.exam_id where p.exam_id = ${examId} and p.number = ${number} for update of p`)
  const [at] = rows
  if (!at?.stands) return { count: at?.count ?? 0, end: 'stopped' }
  const members = await membersAfter(tx, { examId, run: at.run, last: at.last })
  const to = members.map(({ id, link }) => ({
    accountId: id,
    link: `/user/account/results?link=${link}&exam=${examId}`,
  }))
  await notifyMany(tx, secret, { kind: 'examPublished', data: { exam: name, again: at.again }, to })
  const count = at.count + members.length
  const last = members.at(-1)?.id ?? at.last
  await tx.execute(sql`
    update publication set told_account_id = ${last}, told_count = ${count} where exam_id = ${examId} and number = ${number}`)
  return members.length < PORTION ? { count, end: 'done' } : { count }
}

const forFamilies = sql.raw(`p.audience ->> 'families' in ('bands', 'marks')`)

/** The next members who may open results, by their ids, each with the first link to a pupil who has a result. */
async function membersAfter(
  tx: Db,
  { examId, run, last }: { examId: number; run: number; last: number },
): Promise<{ id: number; link: number }[]> {
  const links = sql`guardian g join exam_result r on r.student_id = g.student_id and r.exam_id = ${examId} and r.run = ${run}
    where g.account_id = a.id`
  const { rows } = await tx.execute<{ id: number; link: number }>(sql`
    select a.id::float8 as id, (select min(g.id) from ${links})::float8 as link from account a
    where a.id > ${last} and a.kind = 'user' and a.status = 1 and exists (select from ${links})
      and ${memberMayOpen('account/results')}
    order by a.id limit ${PORTION} for key share of a`)
  return rows
}
