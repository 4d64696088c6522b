import type { Logger } from 'pino'
import type { Database, Db } from '#src/db/client.server.ts'
import { findRuntimeResource } from '#src/features/resources/runtime-resource.server.ts'
import { inEachLanguage, type Said } from '#src/i18n/locale.server.ts'
import { longDay } from '#src/lib/long-day.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import type { Labels } from '#src/resource/labels.ts'
import { can } from '#src/resource/registry.ts'
import { valueText } from '#src/resource/value-text.ts'
import { type Actor, findActorById } from '#src/server/access/actor.server.ts'
import { readConfig } from '#src/server/config.server.ts'
import type { Row } from '#src/server/crud/resource.server.ts'
import type { RegisteredResource } from '#src/server/crud/resource-registry.server.ts'
import { seenBy } from '#src/server/crud/seen-by.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { listRows } from '#src/server/list/list.server.ts'
import { parseListQuery } from '#src/server/list/list-query.server.ts'
import { loggable } from '#src/server/loggable.server.ts'
import { notify } from '#src/server/notices/notify.server.ts'
import { type Asking, accountsDue, type DueRow, filterOf, rowsDue } from './due-rows.server.ts'
import { installedModules } from './installed.server.ts'
import { moduleReminded } from './module.table.server.ts'
import { reminderPart, reminderTexts } from './reminder-texts.server.ts'

/** Accounts that are looked for at once. */
const ACCOUNTS_AT_ONCE = 100
/** Rows of one transaction. */
const PORTION = 50
/** Notices of a round. */
const MOST_TOLD = 200
/** Signs of a row's title that are told. */
const LONGEST_TITLE = 200

type Deps = { db: Database; log: Logger; secret: string }
type Found = Asking & { registered: RegisteredResource }

/**
 * Tells people of the rows whose day is near, as the reminders of installed modules say. Who may not see a row is not
 * told of it. A portion of rows is one transaction that also notes what it has told, so that a process that dies leaves
 * nothing half done, and several processes tell nobody twice. What fails is logged, and keeps nothing else from work.
 * @returns whether there may be more to do
 */
export async function remindAll(deps: Deps): Promise<boolean> {
  const { db, log } = deps
  const { timeZone } = await readConfig(db, ['timeZone'])
  let left = MOST_TOLD
  for (const { uid, manifest } of await installedModules(db)) {
    for (const reminder of manifest.reminders ?? []) {
      try {
        const registered = await findRuntimeResource(db, { key: reminder.resource })
        if (!registered) continue
        left -= await remindOf(deps, { uid, reminder, resource: registered.resource, registered, timeZone }, left)
      } catch (error) {
        log.warn({ module: uid, reminder: reminder.key, err: loggable(error) }, 'a reminder of a module failed')
      }
      if (left <= 0) return true
    }
  }
  return false
}

/** @returns how many rows were told of */
async function remindOf(deps: Deps, asking: Found, most: number): Promise<number> {
  const { db, log } = deps
  let told = 0
  let after = 0
  while (told < most) {
    const ids = await accountsDue(db, asking, after, ACCOUNTS_AT_ONCE)
    for (const accountId of ids) {
      if (told >= most) return told
      try {
        told += await remindAccount(deps, asking, accountId, most - told)
      } catch (error) {
        const { uid, reminder } = asking
        log.warn({ module: uid, reminder: reminder.key, accountId, err: loggable(error) }, 'somebody was not reminded')
      }
    }
    if (ids.length < ACCOUNTS_AT_ONCE) return told
    after = ids.at(-1) ?? after
  }
  return told
}

async function remindAccount({ db, secret }: Deps, asking: Found, accountId: number, most: number): Promise<number> {
  let told = 0
  let after: number | undefined = 0
  while (after !== undefined && told < most) {
    const from: number = after
    const part = await db.transaction((tx) => remindPortion(tx, secret, asking, { accountId, after: from }))
    told += part.told
    after = part.next
  }
  return told
}

type Portion = { told: number; next: number | undefined }

async function remindPortion(
  tx: Db,
  secret: string,
  asking: Found,
  { accountId, after }: { accountId: number; after: number },
): Promise<Portion> {
  const { uid, reminder, registered, timeZone } = asking
  const actor = await findActorById(tx, accountId)
  // Whoever still lacks a second factor that a role asks for may not see anything.
  if (actor?.side !== 'admin' || actor.enroll || !can(actor, registered.nodes.index))
    return { told: 0, next: undefined }
  const due = await rowsDue(tx, asking, { accountId, after, most: PORTION })
  if (due.length === 0) return { told: 0, next: undefined }
  const { list, labels } = await seenRows(tx, registered, actor, asking, due)
  const days = new Map(due.map(({ id, day }) => [id, day]))
  const part = reminderPart(uid, reminder.key)
  const { menu } = registered.resource.description
  let told = 0
  for (const row of list.toSorted((one, other) => one.id - other.id)) {
    const day = days.get(row.id)
    if (day === undefined) continue
    const noted = await tx
      .insert(moduleReminded)
      .values({ uid, key: reminder.key, rowId: row.id, day, accountId })
      .onConflictDoNothing()
      .returning({ id: moduleReminded.rowId })
    // Another process has told it meanwhile.
    if (noted.length === 0) continue
    await notify(tx, secret, {
      accountId,
      kind: 'moduleReminder',
      data: { part, title: reminder.title, row: titlesOf(registered, row, labels, timeZone), day: inBoth(day) },
      link: `/admin/${menu}?${new URLSearchParams({ view: '0', filter: idFilter(row.id) })}`,
      builtIn: reminderTexts(reminder),
      toMany: true,
    })
    told += 1
  }
  return { told, next: due.length < PORTION ? undefined : due.at(-1)?.id }
}

/** Those of the rows that the account sees in the list, and that the filter still finds for it. */
async function seenRows(db: Db, registered: RegisteredResource, actor: Actor, { reminder }: Asking, due: DueRow[]) {
  const { resource } = seenBy(registered, actor)
  const query = parseListQuery(new URLSearchParams({ count: 'none', limit: String(PORTION), order: 'id,asc' }))
  const own = filterOf(reminder)
  const filter = {
    and: [
      ...(own ? [own] : []),
      { field: 'id', operator: 'IN', val: due.map(({ id }) => id) } as const,
      { field: reminder.to, operator: 'eq', val: actor.id } as const,
      { field: reminder.day, operator: 'NOT NULL', val: '' } as const,
    ],
  }
  try {
    return await listRows(db, resource, actor, { ...query, filter })
  } catch (error) {
    // The account does not see a field that the reminder is about.
    if (error instanceof AppError && error.code === 400) return { list: [], labels: {} }
    throw error
  }
}

const idFilter = (id: number) => JSON.stringify({ field: 'id', operator: 'eq', val: id })
const inBoth = (day: string): Said => ({ 'zh-cn': longDay(day, 'zh-cn'), en: longDay(day, 'en') })

/** The title of a row in each language. */
function titlesOf({ resource }: RegisteredResource, row: Row, labels: Labels, timeZone: string): Said {
  const { rowTitle } = resource.description
  const field = resource.fields.get(rowTitle)
  return inEachLanguage(() => {
    // Seam: the decoder of a field gives a value of its type.
    const text = field ? valueText(field, row[rowTitle] as FieldValue, { labels, timeZone }).trim() : ''
    return text.length > LONGEST_TITLE ? `${text.slice(0, LONGEST_TITLE)}…` : text || String(row.id)
  })
}
