import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { allNodes } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { isPermission, takenBackRules } from '#src/server/access/identity-changes.server.ts'
import { authorityOf } from '#src/server/access/rights.server.ts'
import type { Row } from '#src/server/crud/resource.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { ruleErrors } from './rule.rules.ts'
import { type AskedRule, type RuleKind, ruleTreeErrors } from './rule-tree.server.ts'

/** The nodes of the code by their names in lower case. */
const registered = new Map(allNodes().map((node) => [node.toLowerCase(), node]))

/** The rules of the back office: directories and menus lie in directories, and buttons in menus. */
export const adminRules: RuleKind = {
  area: 'admin',
  fields: ruleErrors,
  misplaced: ({ type }, above) => {
    if (type === 'button') return above?.type === 'menu' ? undefined : m.menuRule_buttonParent()
    return !above || above.type === 'menu_dir' ? undefined : m.menuRule_menuParent()
  },
  nameTaken: (name) => {
    const node = registered.get(name.toLowerCase())
    return node === undefined || node === name ? undefined : m.menuRule_nameCase({ name: node })
  },
}

/**
 * The rules that need the other rules and the author, to whom permissions must belong. The check before the commit
 * refuses the latter as well (`identity-guard.server.ts`), but says nothing of fields and rows.
 */
export async function errorsOfRules(db: Db, asked: readonly AskedRule[], actor: Actor): Promise<FieldErrors[]> {
  const author = await authorityOf(db, actor)
  return ruleTreeErrors(db, adminRules, asked, ({ values, row, old, now, isPlaced, known }, put) => {
    if (author.super) return
    const mine = (name: string) => known.some((one) => one.name === name && author.rules.has(one.id))
    // The parent decides who gets a new rule, so its author has it.
    if (!old && isPlaced && (now.pid === null || !author.rules.has(now.pid))) put('pid', m.menuRule_parentNotHeld())
    for (const one of [now, old]) {
      if (one && isPermission(one) && !mine(one.name)) put('name', m.error_ruleNode({ name: one.name }))
    }
    if (old && (old.builtIn || isPermission(old)) && values.status !== undefined && values.status !== row?.status)
      put('status', m.error_ruleSwitch({ name: old.name }))
    if (old && !author.rules.has(old.id)) put('name', m.error_ruleNode({ name: old.name }))
  })
}

/** Refuses to delete built-in rules, but for those that an undo takes back. @throws AppError 403 */
export async function keepBuiltInRules(db: Db, rows: readonly Row[]): Promise<void> {
  const builtIn = rows.filter(({ origin }) => origin === 'builtIn')
  const addable = builtIn.length > 0 ? await takenBackRules(db) : new Set()
  if (builtIn.some(({ id }) => !addable.has(id))) throw new AppError(403, m.error_ruleBuiltIn())
}

/** Refuses to delete built-in rules, and permissions that the author does not have. @throws AppError 403 */
export async function checkDeletion(db: Db, rows: readonly Row[], actor: Actor): Promise<void> {
  await keepBuiltInRules(db, rows)
  const author = await authorityOf(db, actor)
  if (author.super) return
  const foreign = rows.find(({ id }) => !author.rules.has(id))
  if (foreign) throw new AppError(403, m.error_ruleNode({ name: String(foreign.name) }))
  // It goes from all roles at once, also from that of the author and from those of superiors.
  if (rows.some(({ type, name }) => isPermission({ type, name }))) throw new AppError(403, m.menuRule_deleteHeld())
}
