import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { allNodes } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import type { AccountAuthority } from '#src/server/access/authority.server.ts'
import { isPermission, takenBackRules } from '#src/server/access/identity-changes.server.ts'
import { authorityOf } from '#src/server/access/rights.server.ts'
import type { Row } from '#src/server/crud/resource.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { ruleErrors } from './rule.rules.ts'
import type { RuleForm } from './rule.schema.ts'

type Values = Readonly<Partial<Record<keyof RuleForm, unknown>>>
type Asked = { values: Values; row: Row | undefined }
type Known = { id: number; pid: number | null; type: string; name: string; builtIn: boolean }

/** The nodes of the code by their names in lower case. */
const registered = new Map(allNodes().map((node) => [node.toLowerCase(), node]))

/**
 * The rules that need the other rules and the author: which rule may lie below which, names that are taken, what is
 * fixed of built-in rules, and that permissions belong to those who have them. The check before the commit refuses the
 * last two as well (`identity-guard.server.ts`), but says nothing of fields and rows.
 */
export async function errorsOfRules(db: Db, asked: readonly Asked[], actor: Actor): Promise<FieldErrors[]> {
  const known = await db
    .select({ id: rule.id, pid: rule.pid, type: rule.type, name: rule.name, builtIn: rule.builtIn })
    .from(rule)
    .where(eq(rule.area, 'admin'))
  const author = await authorityOf(db, actor)
  // The rows of a file may change each other's parents and names.
  const after = new Map<number, Known>(known.map((one) => [one.id, one]))
  for (const { values, row } of asked) {
    const old = row && after.get(row.id)
    if (old) after.set(old.id, { ...old, ...given(values) })
  }
  return asked.map(({ values, row }) => errorsOf({ values, row }, { known, after: [...after.values()], author }))
}

function given({ pid, type, name }: Values): Partial<Known> {
  return {
    ...(pid === undefined ? {} : { pid: typeof pid === 'number' ? pid : null }),
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof name === 'string' ? { name } : {}),
  }
}

type Around = { known: readonly Known[]; after: readonly Known[]; author: AccountAuthority }

function errorsOf({ values, row }: Asked, { known, after, author }: Around): FieldErrors {
  const old = row && known.find(({ id }) => id === row.id)
  const now = { pid: null, type: '', name: '', ...old, ...given(values) }
  // The parent of a new row of a file may be in the file, too. It is checked when the row is written.
  const isPlaced = old !== undefined || values.pid !== undefined
  const { pid: _unplaced, ...unplaced } = ruleErrors({ pid: null, ...row, ...values })
  const errors: FieldErrors = isPlaced ? ruleErrors({ ...row, ...values }) : unplaced
  const put = (field: keyof RuleForm, message: string | undefined) => {
    if (message !== undefined) errors[field] ??= [message]
  }
  if (old?.builtIn) {
    put('name', now.name === old.name ? undefined : m.error_ruleBuiltIn())
    put('type', now.type === old.type ? undefined : m.error_ruleBuiltIn())
  }
  if (now.name !== old?.name) put('name', takenBy(now.name, after, row?.id))
  if (isPlaced && (now.pid !== old?.pid || now.type !== old?.type)) {
    const above = after.find(({ id }) => id === now.pid)
    put('pid', misplaced(now, above))
    const below = after.filter(({ pid }) => row && pid === row.id)
    put('type', below.some((child) => misplaced(child, now)) ? m.menuRule_typeBelow() : undefined)
  }
  if (author.super) return errors
  const mine = (name: string) => known.some((one) => one.name === name && author.rules.has(one.id))
  // The parent decides who gets a new rule, so its author has it.
  if (!old && isPlaced && (now.pid === null || !author.rules.has(now.pid))) put('pid', m.menuRule_parentNotHeld())
  for (const one of [now, old]) {
    if (one && isPermission(one) && !mine(one.name)) put('name', m.error_ruleNode({ name: one.name }))
  }
  if (old && (old.builtIn || isPermission(old)) && values.status !== undefined && values.status !== row?.status)
    put('status', m.error_ruleSwitch({ name: old.name }))
  if (old && !author.rules.has(old.id)) put('name', m.error_ruleNode({ name: old.name }))
  return errors
}

/** Directories and menus lie in directories, and buttons in menus. */
function misplaced({ type }: { type: string }, above: { type: string } | undefined): string | undefined {
  if (type === 'button') return above?.type === 'menu' ? undefined : m.menuRule_buttonParent()
  return !above || above.type === 'menu_dir' ? undefined : m.menuRule_menuParent()
}

/** Names are compared without their case, so that no name looks like that of another rule or of a node. */
function takenBy(name: string, others: readonly Known[], id: number | undefined): string | undefined {
  const same = name.toLowerCase()
  const other = others.find((one) => one.id !== id && one.name.toLowerCase() === same)
  if (other) return m.error_duplicate({ field: m.menuRule_name() })
  const node = registered.get(same)
  return node === undefined || node === name ? undefined : m.menuRule_nameCase({ name: node })
}

/** Refuses to delete built-in rules, and permissions that the author does not have. @throws AppError 403 */
export async function checkDeletion(db: Db, rows: readonly Row[], actor: Actor): Promise<void> {
  const builtIn = rows.filter(({ origin }) => origin === 'builtIn')
  const addable = builtIn.length > 0 ? await takenBackRules(db) : new Set()
  if (builtIn.some(({ id }) => !addable.has(id))) throw new AppError(403, m.error_ruleBuiltIn())
  const author = await authorityOf(db, actor)
  if (author.super) return
  const foreign = rows.find(({ id }) => !author.rules.has(id))
  if (foreign) throw new AppError(403, m.error_ruleNode({ name: String(foreign.name) }))
  // It goes from all roles at once, also from that of the author and from those of superiors.
  if (rows.some(({ type, name }) => isPermission({ type, name }))) throw new AppError(403, m.menuRule_deleteHeld())
}

/** Refuses new rules that lie where no menu shows them. @throws AppError 422 */
export async function checkPlaces(db: Db, ids: readonly number[]): Promise<void> {
  const above = alias(rule, 'above')
  const rows = await db
    .select({ type: rule.type, name: rule.name, above: above.type })
    .from(rule)
    .leftJoin(above, eq(above.id, rule.pid))
    .where(anyOf(rule.id, ids))
  for (const { type, name, above: parent } of rows) {
    const wrong = misplaced({ type }, parent === null ? undefined : { type: parent })
    if (wrong) throw invalid<RuleForm>({ pid: [wrong] }, `${name}: ${wrong}`)
  }
}
