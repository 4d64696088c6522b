import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Side } from '#src/lib/side.ts'
import type { Row } from '#src/server/crud/resource.server.ts'
import { invalid } from '#src/server/errors.server.ts'

type Values = Readonly<Record<string, unknown>>
export type AskedRule = { values: Values; row: Row | undefined }
export type KnownRule = { id: number; pid: number | null; type: string; name: string; builtIn: boolean }

/** What the rules of one side may be. */
export type RuleKind = {
  area: Side
  /** The rules over the fields of one rule, which its form uses as well. */
  fields(values: Values): FieldErrors
  /** What is wrong with a rule of a type below another one, or at the top. */
  misplaced(rule: { type: string }, above: { type: string } | undefined): string | undefined
  /** What is wrong with a name that no other rule has. */
  nameTaken?(name: string): string | undefined
}

/** What a rule is and would be. `isPlaced`: false for a row of a file whose parent may be in the file, too. */
export type ChangedRule = { old: KnownRule | undefined; now: KnownRule; isPlaced: boolean; row: Row | undefined }

/** Adds a message at a field that has none yet. */
export type Put = (field: string, message: string | undefined) => void

/**
 * The rules that need the other rules of the side: which rule may lie below which, names that are taken, and what is
 * fixed of built-in rules.
 * @param more further rules over a change
 */
export async function ruleTreeErrors(
  db: Db,
  kind: RuleKind,
  asked: readonly AskedRule[],
  more: (change: ChangedRule & { values: Values; known: readonly KnownRule[] }, put: Put) => void = () => undefined,
): Promise<FieldErrors[]> {
  const known = await db
    .select({ id: rule.id, pid: rule.pid, type: rule.type, name: rule.name, builtIn: rule.builtIn })
    .from(rule)
    .where(eq(rule.area, kind.area))
  // The rows of a file may change each other's parents and names.
  const after = new Map<number, KnownRule>(known.map((one) => [one.id, one]))
  for (const { values, row } of asked) {
    const old = row && after.get(row.id)
    if (old) after.set(old.id, { ...old, ...given(values) })
  }
  return asked.map(({ values, row }) => {
    const old = row && known.find(({ id }) => id === row.id)
    const now = { id: 0, pid: null, type: '', name: '', builtIn: false, ...old, ...given(values) }
    // The parent of a new row of a file may be in the file, too. It is checked when the row is written.
    const isPlaced = old !== undefined || values.pid !== undefined
    const { pid: _unplaced, ...unplaced } = kind.fields({ pid: null, ...row, ...values })
    const errors: FieldErrors = isPlaced ? kind.fields({ ...row, ...values }) : unplaced
    const put: Put = (field, message) => {
      if (message !== undefined) errors[field] ??= [message]
    }
    checkTree(kind, { old, now, isPlaced, row }, [...after.values()], put)
    more({ values, row, old, now, isPlaced, known }, put)
    return errors
  })
}

function given({ pid, type, name }: Values): Partial<KnownRule> {
  return {
    ...(pid === undefined ? {} : { pid: typeof pid === 'number' ? pid : null }),
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof name === 'string' ? { name } : {}),
  }
}

function checkTree(kind: RuleKind, change: ChangedRule, after: readonly KnownRule[], put: Put): void {
  const { old, now, isPlaced, row } = change
  if (old?.builtIn) {
    put('name', now.name === old.name ? undefined : m.error_ruleBuiltIn())
    put('type', now.type === old.type ? undefined : m.error_ruleBuiltIn())
  }
  if (now.name !== old?.name) {
    // Names are compared without their case, so that no name looks like that of another rule or of a node.
    const same = now.name.toLowerCase()
    const other = after.some(({ id, name }) => id !== row?.id && name.toLowerCase() === same)
    put('name', other ? m.error_duplicate({ field: m.menuRule_name() }) : kind.nameTaken?.(now.name))
  }
  if (isPlaced && (now.pid !== old?.pid || now.type !== old?.type)) {
    const above = after.find(({ id }) => id === now.pid)
    put('pid', kind.misplaced(now, above))
    const below = after.filter(({ pid }) => row && pid === row.id)
    put('type', below.some((child) => kind.misplaced(child, now)) ? m.menuRule_typeBelow() : undefined)
  }
}

/** Refuses new rules that lie where no menu shows them. @throws AppError 422 */
export async function checkPlaces(db: Db, { misplaced }: RuleKind, ids: readonly number[]): Promise<void> {
  const above = alias(rule, 'above')
  const rows = await db
    .select({ type: rule.type, name: rule.name, above: above.type })
    .from(rule)
    .leftJoin(above, eq(above.id, rule.pid))
    .where(anyOf(rule.id, ids))
  for (const { type, name, above: parent } of rows) {
    const wrong = misplaced({ type }, parent === null ? undefined : { type: parent })
    if (wrong) throw invalid({ pid: [wrong] }, `${name}: ${wrong}`)
  }
}
