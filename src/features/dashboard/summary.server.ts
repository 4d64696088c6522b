import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { areaNames } from '#src/features/area/area-names.server.ts'
import { panelsFor } from '#src/features/modules/panels.server.ts'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope, scopeKey } from '#src/server/access/scope.server.ts'
import { sharedFor } from '#src/server/cache/shared-for.server.ts'
import { heardEpoch } from '#src/server/cache/table-cache.server.ts'
import { readConfig } from '#src/server/config.server.ts'
import { areaBars } from './area-bars.ts'

/** Milliseconds. The figures are computed again after that, although nothing has changed. */
const KEPT_MS = 600_000

const kept = sharedFor<Awaited<ReturnType<typeof countOrganizations>>>(KEPT_MS)

/** The figures of the organizations that the actor sees, kept for actors of the same scope until one changes. */
async function organizationsOf(db: Db, actor: Actor) {
  const epoch = heardEpoch(db, 'organization')
  if (epoch === undefined) return countOrganizations(db, actor)
  return (await kept(`${epoch} ${scopeKey(actor)}`, () => countOrganizations(db, actor))).value
}

/** Counts the organizations once by everything that the page shows of them. */
async function countOrganizations(db: Db, actor: Actor) {
  const visible = scope(actor, 'organizations')
  const where: SQL = visible ? sql`where ${visible}` : sql``
  const [kinds, areas, names] = await Promise.all([
    db.execute<{ type: string; levels: string; contact: boolean; level: boolean; area: boolean; count: number }>(sql`
      -- Only the groups become text: for each row, that would take a third of the time.
      select type, levels::text as levels, contact, levels <> '{}' as level, area, count::int as count
      from (
        select type, level_ids as levels, contact <> '' as contact, area_code is not null as area, count(*) as count
        from organization ${where} group by 1, 2, 3, 4
      ) groups`),
    db.execute<{ area: string | null; count: number }>(sql`
      select area_code as area, count(*)::int as count from organization ${where} group by area_code`),
    areaNames(db),
  ])
  const sum = (rows: typeof kinds.rows) => rows.reduce((total, { count }) => total + count, 0)
  const byType = Object.entries(Object.groupBy(kinds.rows, ({ type }) => type))
  const byLevel = new Map<number, number>()
  for (const { levels, count } of kinds.rows) {
    for (const level of levels.slice(1, -1).split(',').filter(Boolean).map(Number)) {
      byLevel.set(level, (byLevel.get(level) ?? 0) + count)
    }
  }
  return {
    total: sum(kinds.rows),
    types: byType.map(([type, rows = []]) => ({ type, count: sum(rows) })),
    levels: [...byLevel].map(([id, count]) => ({ id, count })),
    noContact: sum(kinds.rows.filter(({ contact }) => !contact)),
    noLevels: sum(kinds.rows.filter(({ level }) => !level)),
    noArea: sum(kinds.rows.filter(({ area }) => !area)),
    areas: areaBars(areas.rows, names),
  }
}

async function subjectsOf(db: Db) {
  const { rows } = await db.execute<{ on: number; off: number }>(sql`
    select count(*) filter (where status = 1)::int as on, count(*) filter (where status <> 1)::int as off from subject`)
  return rows[0] ?? { on: 0, off: 0 }
}

async function levelsOf(db: Db) {
  const { rows } = await db.execute<{ id: number; name: string }>(
    sql`select id, name from educate_level order by sort_key`,
  )
  return rows.map(({ id, name }) => ({ id: Number(id), name }))
}

async function yearsOf(db: Db) {
  const { timeZone } = await readConfig(db, ['timeZone'])
  // The next years to graduate. In autumn this year's are gone already, and next year's are meant.
  const { rows } = await db.execute<{ year: number; total: number; current: number; graduating: number }>(sql`
    with years as (select graduation_year as year, phase(student_year) as phase from student_year),
      next as (
        select coalesce(min(year) filter (where phase = 'current'), extract(year from now() at time zone ${timeZone}::text)::int)
          as year
        from years
      )
    select next.year, count(years)::int as total, count(*) filter (where phase = 'current')::int as current,
      count(*) filter (where years.year = next.year)::int as graduating
    from next left join years on true group by next.year`)
  return rows[0] ?? { year: 0, total: 0, current: 0, graduating: 0 }
}

async function schemesOf(db: Db) {
  const { rows } = await db.execute<{ draft: number; published: number; changed: number }>(sql`
    select count(*) filter (where state = 'draft')::int as draft, count(*) filter (where state = 'published')::int as published,
      count(*) filter (where state = 'changed')::int as changed
    from exam_scheme`)
  return rows[0] ?? { draft: 0, published: 0, changed: 0 }
}

/**
 * What the dashboard counts, and the panels of modules: only of resources that the actor may read, and only rows in the
 * actor's data scope.
 */
export async function summaryFor(db: Db, actor: Actor) {
  const [organizations, subjects, levels, years, schemes, panels] = await Promise.all([
    can(actor, 'baseInfo/organization/index') ? organizationsOf(db, actor) : null,
    can(actor, 'baseInfo/subject/index') ? subjectsOf(db) : null,
    can(actor, 'baseInfo/educate-level/index') ? levelsOf(db) : null,
    can(actor, 'baseInfo/student-year/index') ? yearsOf(db) : null,
    can(actor, 'baseInfo/exam-scheme/index') ? schemesOf(db) : null,
    panelsFor(db, actor),
  ])
  return { organizations, subjects, levels, years, schemes, panels }
}
