import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { educateLevel } from '#src/features/educate-level/educate-level.table.server.ts'
import { organizationResource } from '#src/features/org/organization.api.server.ts'
import { studentYear } from '#src/features/student-year/student-year.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { addRow } from '#src/server/write/save.server.ts'
import { nextClassName, type PromotionAction, plainClassName, schoolYearOf } from './promotion.ts'
import { student } from './student.table.server.ts'

/**
 * A class with pupils of the year. `to`: the class that they move to; `toName`: its name, also when it is to be added.
 */
export type PromotedClass = {
  orgId: number
  parentId: number | null
  name: string
  school: string
  count: number
  action: PromotionAction
  to: number | null
  toName: string
}

export type PromotionPlan = {
  year: string
  /** The year has come to the end of its level. */
  graduates: boolean
  list: PromotedClass[]
  /** The classes beside those of the list, which pupils may move to. */
  classes: { id: number; parentId: number | null; name: string }[]
  /** Stands for all of it, so that a write knows that its author has seen this plan. */
  digest: string
}

/** `since`: the first day in the new class. */
export type Promotion = { yearId: number; since: string }

/**
 * What becomes of the pupils of a year who are at school, by their class. Whoever is in the new place since that day or
 * later has moved already.
 * @throws AppError 422 for an unknown year
 */
export async function planPromotion(db: Db, actor: Actor, { yearId, since }: Promotion): Promise<PromotionPlan> {
  const [year] = await db
    .select({
      name: studentYear.name,
      graduationYear: studentYear.graduationYear,
      gradeNames: educateLevel.gradeNames,
    })
    .from(studentYear)
    .innerJoin(educateLevel, eq(educateLevel.id, studentYear.levelId))
    .where(eq(studentYear.id, yearId))
  if (!year) throw new AppError(422, m.rule_option(), { errors: { yearId: [m.rule_option()] } })
  const graduates = schoolYearOf(since) >= year.graduationYear
  const found = await classesOf(db, actor, { yearId, since })
  const classes = await classesBeside(db, actor, found)
  const known = new Map(classes.map((one) => [keyOf(one.parentId, one.name), one]))
  const mayAdd = can(actor, 'baseInfo/organization/add')
  const list = found.map(({ type, ...one }): PromotedClass => {
    if (graduates) return { ...one, action: 'graduate', to: null, toName: '' }
    const toName = type === 'class' ? nextClassName(one.name, year.gradeNames) : undefined
    if (toName === undefined) return { ...one, action: 'stay', to: null, toName: '' }
    const next = known.get(keyOf(one.parentId, toName))
    if (next) return { ...one, action: 'move', to: next.id, toName: next.name }
    return { ...one, action: mayAdd ? 'create' : 'stay', to: null, toName }
  })
  const plan = { year: year.name, graduates, list, classes }
  return { ...plan, digest: createHash('sha256').update(JSON.stringify(plan)).digest('base64url') }
}

const keyOf = (parentId: number | null, name: string) => `${parentId} ${plainClassName(name)}`

type FoundClass = Omit<PromotedClass, 'action' | 'to' | 'toName'> & { type: string }

async function classesOf(db: Db, actor: Actor, { yearId, since }: Promotion): Promise<FoundClass[]> {
  const { rows } = await db.execute<FoundClass>(sql`
    select o.id as "orgId", o.pid as "parentId", o.name, o.type, coalesce(school.name, '') as school, p.count
    from (select ${student.orgId} as org_id, count(*)::int as count from ${student} where ${movable(actor, { yearId, since })} group by 1) p
      join ${organization} o on o.id = p.org_id left join ${organization} school on school.id = school_of(o.id)
    order by school.path nulls first, o.name, o.id`)
  return rows.map((row) => ({
    ...row,
    orgId: Number(row.orgId),
    parentId: row.parentId === null ? null : Number(row.parentId),
  }))
}

/** The pupils whom a promotion concerns: they are at school, in the data scope, and have not moved yet. */
function movable(actor: Actor, { yearId, since }: Promotion) {
  return and(
    eq(student.yearId, yearId),
    eq(student.status, 'active'),
    sql`${student.since} < ${since}::date`,
    scope(actor, { organization: student.orgId }),
  )
}

async function classesBeside(db: Db, actor: Actor, found: readonly FoundClass[]) {
  const parents = [...new Set(found.flatMap(({ parentId }) => (parentId === null ? [] : [parentId])))]
  return db
    .select({ id: organization.id, parentId: organization.pid, name: organization.name })
    .from(organization)
    .where(and(eq(organization.type, 'class'), anyOf(organization.pid, parents), scope(actor, 'organizations')))
    .orderBy(organization.pid, organization.name, organization.id)
}

/** Another choice for a class than the plan has. */
export type PromotionChange = { orgId: number; action: PromotionAction; to: number | null }

/**
 * The plan with the changes of its author.
 * @throws AppError 422 for a class that is not in the plan, or one to move to that is not beside it
 */
export function withChanges(plan: PromotionPlan, changes: readonly PromotionChange[]): PromotedClass[] {
  const wanted = new Map(changes.map((change) => [change.orgId, change]))
  const names = new Map(plan.classes.map((one) => [one.id, one]))
  const list = plan.list.map((one): PromotedClass => {
    const change = wanted.get(one.orgId)
    if (!change) return one
    wanted.delete(one.orgId)
    const target = change.to === null ? undefined : names.get(change.to)
    const fits = target && target.parentId === one.parentId && target.id !== one.orgId
    if (change.action === 'move' && !fits) throw unfit()
    if (change.action === 'create' && (one.action !== 'create' || one.toName === '')) throw unfit()
    return {
      ...one,
      action: change.action,
      to: change.action === 'move' ? change.to : null,
      toName: change.action === 'move' ? (target?.name ?? '') : one.toName,
    }
  })
  if (wanted.size > 0) throw unfit()
  return list
}

const unfit = () => new AppError(422, m.promotion_unfit())

type Promoting = Promotion & {
  tx: Db
  actor: Actor
  changeSetId: number
  /** The last day of those who graduate. */
  until: string
  list: readonly PromotedClass[]
}

export type Promoted = { moved: number; graduated: number; stayed: number; added: number }

/** Adds the classes that are missing, and moves the pupils, or ends their time at school. */
export async function promote({ tx, actor, changeSetId, yearId, since, until, list }: Promoting): Promise<Promoted> {
  const added = new Map<string, number>()
  const moves: { org_id: number; to: number }[] = []
  for (const one of list) {
    if (one.action === 'move' && one.to !== null) moves.push({ org_id: one.orgId, to: one.to })
    if (one.action !== 'create') continue
    const key = keyOf(one.parentId, one.toName)
    const to = added.get(key) ?? (await addClass(tx, actor, one, schoolYearOf(since), changeSetId))
    added.set(key, to)
    moves.push({ org_id: one.orgId, to })
  }
  const among = movable(actor, { yearId, since })
  await tx.execute(sql`select set_config('app.placing', 'promoted', true)`)
  const moved = await tx.execute(sql`
    update ${student} set org_id = move.to, since = ${since}::date
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as move (org_id bigint, "to" bigint)
    where ${student.orgId} = move.org_id and ${among}`)
  await tx.execute(sql`select set_config('app.placing', '', true)`)
  const leaving = list.filter(({ action }) => action === 'graduate').map(({ orgId }) => orgId)
  const graduated = await tx
    .update(student)
    .set({ status: 'graduated', until: sql`greatest(${until}::date, ${student.since})` })
    .where(and(anyOf(student.orgId, leaving), among))
  const stayed = list.reduce((sum, { action, count }) => (action === 'stay' ? sum + count : sum), 0)
  return { moved: moved.rowCount ?? 0, graduated: graduated.rowCount ?? 0, stayed, added: added.size }
}

/** Adds a class beside another one. Its code is that of the other one with the school year. */
async function addClass(
  tx: Db,
  actor: Actor,
  { orgId, toName }: PromotedClass,
  schoolYear: number,
  changeSetId: number,
): Promise<number> {
  const [beside] = await tx.select().from(organization).where(eq(organization.id, orgId))
  if (!beside) throw unfit()
  const { pid, levelIds, areaCode } = beside
  const code = await freeCode(tx, `${beside.code.slice(0, 24)}-${schoolYear}`)
  const values = { pid, code, name: toName, type: 'class', levelIds, areaCode, status: 1 }
  const { id } = await addRow(tx, organizationResource, actor, values, changeSetId)
  return id
}

async function freeCode(tx: Db, wanted: string): Promise<string> {
  const { rows } = await tx.execute<{ code: string }>(sql`
    select ${wanted}::text || case when n = 1 then '' else '-' || n end as code from generate_series(1, 99) n
    where not exists (select from ${organization} o where o.code = ${wanted}::text || case when n = 1 then '' else '-' || n end)
    order by n limit 1`)
  return rows[0]?.code ?? wanted
}
