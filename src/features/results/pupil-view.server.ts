import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { toZoned } from '#src/lib/zoned.ts'
import { sizedCache } from '#src/server/cache/sized-cache.server.ts'
import { readConfig } from '#src/server/config.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { formerName } from '#src/server/list/account-names.server.ts'
import { pupilView } from './pupil-view.table.server.ts'

/** How somebody of the back office has seen a sheet, or with `list` the results in a list by name. */
export const viewKinds = ['screen', 'print', 'file', 'list'] as const
export type ViewKind = (typeof viewKinds)[number]

type Viewed = { examId: number; studentId: number; viewerId: number; kind: ViewKind }

/** Notes that somebody of the back office has seen the sheet of a pupil. A repeat on the same day only counts. */
export async function noteView(db: Db, { examId, studentId, viewerId, kind }: Viewed): Promise<void> {
  const day = await today(db)
  await db.execute(sql`
    insert into ${pupilView} (exam_id, student_id, viewer_id, day, kind)
    values (${examId}, ${studentId}, ${viewerId}, ${day}, ${kind})
    on conflict on constraint pupil_view_pkey do update set count = pupil_view.count + 1, last_time = now()`)
}

/** The day as the family sees it beside the view: the one of the site's time zone. */
async function today(db: Db): Promise<string> {
  const { timeZone } = await readConfig(db, ['timeZone'])
  return toZoned(Date.now(), timeZone)?.day ?? ''
}

type ListViewed = Omit<Viewed, 'studentId'> & { candidates: readonly number[] }

/** Lists of which each pupil was noted, until when they need no other note. The key names the pupils: its length. */
const justNoted = sizedCache<{ until: number; size: number }>(4_000_000, ({ size }) => 2 * size)

/**
 * Notes the same for all candidates of a list that names them. What the same person sees again within a minute is one
 * view.
 */
export async function noteListView(db: Db, { examId, candidates, viewerId, kind }: ListViewed): Promise<void> {
  if (candidates.length === 0) return
  const day = await today(db)
  const key = [examId, viewerId, kind, day, ...candidates].join(' ')
  if ((justNoted.get(db, key)?.until ?? 0) > Date.now()) return
  const until = Date.now() + 60_000
  // In the order of the pupils, so that two views at once wait for each other and no more.
  const { rowCount } = await db.execute(sql`
    insert into ${pupilView} (exam_id, student_id, viewer_id, day, kind)
    select c.exam_id, c.student_id, ${viewerId}, ${day}, ${kind} from candidate c
    where c.exam_id = ${examId} and c.id = any (${sql.param([...candidates])}::bigint[]) and not exists (
      select from ${pupilView} v where v.exam_id = c.exam_id and v.student_id = c.student_id and v.viewer_id = ${viewerId}
        and v.day = ${day} and v.kind = ${kind} and v.last_time > now() - interval '1 minute')
    order by c.student_id
    on conflict on constraint pupil_view_pkey do update set count = pupil_view.count + 1, last_time = now()`)
  // Of a list that was seen in part before, this process does not know when.
  if (rowCount === candidates.length) justNoted.set(db, key, { until, size: key.length })
}

/** @throws AppError 404 when the member has no such link */
export async function assertLink(db: Db, accountId: number, link: number): Promise<void> {
  const { rows } = await db.execute(sql`select from guardian where id = ${link} and account_id = ${accountId}`)
  if (rows.length === 0) throw new AppError(404, m.result_none())
}

export type PupilViewLine = {
  exam: string
  who: string
  organization: string
  kind: ViewKind
  count: number
  first: string
  last: string
}

/** So many lines of who has looked are shown. */
export const MOST_VIEWS = 200

/**
 * Who of the back office has looked at the sheets of the pupil of a member's link, the latest first. Exams that the
 * family does not see are part of it: their names alone are told.
 */
export async function viewsOfLink(db: Db, accountId: number, link: number): Promise<PupilViewLine[]> {
  const { rows } = await db.execute<Omit<PupilViewLine, 'first' | 'last'> & { first: Date; last: Date }>(sql`
    select e.name as exam, coalesce(nullif(a.nickname, ''), a.username, ${formerName(sql`w.viewer_id`)}, '') as who,
      coalesce(o.name, '') as organization, w.kind, w.count, w.first_time as first, w.last_time as last
    from guardian g join pupil_view w on w.student_id = g.student_id join exam e on e.id = w.exam_id
      left join account a on a.id = w.viewer_id left join admin_profile d on d.account_id = a.id
      left join organization o on o.id = d.dept_id
    where g.id = ${link} and g.account_id = ${accountId}
    order by w.last_time desc, w.exam_id desc limit ${MOST_VIEWS}`)
  return rows.map(({ first, last, ...line }) => ({
    ...line,
    first: new Date(first).toISOString(),
    last: new Date(last).toISOString(),
  }))
}
