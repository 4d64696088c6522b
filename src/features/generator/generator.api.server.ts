import { and, asc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import { validateGuards } from '#src/features/resources/runtime-guards.server.ts'
import { ACCOUNTS } from '#src/features/resources/runtime-table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { fitsFile } from '#src/resource/field-traits.ts'
import { labelText, pluralLabel } from '#src/resource/label.ts'
import { ruleTitle } from '#src/server/access/rule-titles.server.ts'
import { tableChanged } from '#src/server/cache/table-cache.server.ts'
import type { ApiDeps } from '#src/server/context.server.ts'
import { allResources } from '#src/server/crud/resource-registry.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { knownAs } from '#src/server/endpoint/known-as.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { resourceKey } from '#src/server/views/view.schema.ts'
import { changeKinds, type Design, type DesignBase, designSchema } from './design.schema.ts'
import { generate, removeGenerated, undoGeneration } from './generate.server.ts'
import { crudLog } from './generation.table.server.ts'
import { possibleRelations } from './possible-relations.server.ts'
import { prepareDesign } from './prepare-design.server.ts'
import { countOf, storedDesign } from './stored-design.server.ts'
import { readTable } from './table-read.server.ts'

const common = { tag: 'resource', security: 'admin' } as const
const writes = {
  ...common,
  method: 'post',
  write: 'save',
  proof: true,
  // Who changes tables has to prove who they are.
  apiTokens: false,
  committed: async ({ db }: Pick<ApiDeps, 'db'>) => {
    tableChanged(db, 'resource_description')
    await validateGuards(db)
  },
} as const

const base = v.nullable(v.strictObject({ key: resourceKey, version: id }))
const path = v.nullable(v.string())
const design = knownAs<Design>(v.looseObject({}))

const change = v.strictObject({
  kind: v.picklist(changeKinds),
  field: v.exactOptional(v.string()),
  text: v.string(),
  effect: v.exactOptional(v.string()),
  loss: v.boolean(),
})

/** The calls of the CRUD generator besides its log. */
export const generatorEndpoints = {
  design: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/crud/design',
    summary: m.call_crudDesign,
    node: 'crud/crud/index',
    query: v.pipe(
      v.object({ key: v.optional(resourceKey), log: v.optional(id) }),
      v.forward(
        v.check(
          ({ key, log }) => key !== undefined || log !== undefined,
          () => m.rule_required(),
        ),
        ['key'],
      ),
    ),
    answer: v.strictObject({
      design,
      base: v.nullable(knownAs<DesignBase>(v.looseObject({}))),
      path,
      relations: v.array(v.strictObject({ field: v.string(), resource: v.string() })),
    }),
    errors: [404],
    run: async ({ db, query }) => {
      const logged = query.log === undefined ? undefined : await loggedDesign(db, query.log)
      const key = query.key ?? logged?.description.key ?? ''
      const stored = await storedDesign(db, key)
      const found = logged ?? stored?.design
      if (!found) throw new AppError(404, m.error_rowMissing())
      const { version, design: now } = stored ?? {}
      const rows = now && (await countOf(db, now.tableName))
      const possible = now ? possibleRelations(await readTable(db, now.tableName), now) : []
      return {
        design: found,
        relations: possible.map(({ field, resource }) => ({ field, resource })),
        base: version === undefined || rows === undefined ? null : { key, version, rows },
        path: now ? `/admin/${now.description.menu}` : null,
      }
    },
  }),
  choices: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/crud/choices',
    summary: m.call_crudChoices,
    super: true,
    answer: v.strictObject({
      resources: v.array(
        v.strictObject({
          key: v.string(),
          title: v.string(),
          tree: v.boolean(),
          fields: v.array(v.strictObject({ name: v.string(), label: v.string() })),
        }),
      ),
      menus: v.array(v.strictObject({ name: v.string(), title: v.string() })),
    }),
    run: ({ db }) => choices(db),
  }),
  check: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/crud/check',
    summary: m.call_crudCheck,
    super: true,
    log: 'never',
    body: v.strictObject({ design: designSchema, base }),
    answer: v.strictObject({
      changes: v.array(change),
      up: v.array(v.string()),
      down: v.array(v.string()),
      plan: v.string(),
    }),
    errors: [404, 409],
    run: async ({ db, body }) => {
      const { changes, up, down, digest } = (await prepareDesign(db, body)).plan
      return { changes, up, down, plan: digest }
    },
  }),
  generate: endpoint({
    ...writes,
    path: '/adminApi/crud/generate',
    summary: m.call_crudGenerate,
    super: true,
    body: v.strictObject({ design: designSchema, base, plan: v.pipe(v.string(), v.maxLength(64)) }),
    answer: v.strictObject({ id: v.number(), key: v.string(), path: v.string() }),
    errors: [404, 409],
    unique: () => ({
      resource_description_key_key: { field: 'description.key', label: m.generator_key() },
      resource_description_table_key: { field: 'tableName', label: m.generator_table() },
    }),
    run: async ({ c, tx, actor, body }) => {
      const made = await generate({ db: c.get('deps').db, tx, actor }, body)
      const { key, menu } = made.design.description
      return { id: made.id, key, path: `/admin/${menu}` }
    },
    msg: () => m.generator_done(),
  }),
  undo: endpoint({
    ...writes,
    path: '/adminApi/crud/undo',
    summary: m.call_crudUndo,
    super: true,
    body: v.strictObject({ id }),
    answer: v.strictObject({ id: v.number(), path }),
    errors: [404, 409],
    run: async ({ c, tx, actor, body }) => {
      const made = await undoGeneration({ db: c.get('deps').db, tx, actor }, body.id)
      return { id: made.id, path: made.design ? `/admin/${made.design.description.menu}` : null }
    },
    msg: () => m.generator_undone(),
  }),
  remove: endpoint({
    ...writes,
    path: '/adminApi/crud/remove',
    summary: m.call_crudRemove,
    super: true,
    body: v.strictObject({ key: resourceKey, version: id, table: v.boolean() }),
    answer: v.strictObject({ id: v.number() }),
    errors: [404, 409],
    run: ({ c, tx, actor, body }) => removeGenerated({ db: c.get('deps').db, tx, actor }, body),
    msg: (_data, { body }) => (body.table ? m.generator_removedTable() : m.generator_removed()),
  }),
}

/** The design that an entry of the log led to, or the one that it removed. */
async function loggedDesign(db: Db, entry: number): Promise<Design> {
  const [row] = await db
    .select({ before: crudLog.before, after: crudLog.after })
    .from(crudLog)
    .where(eq(crudLog.id, entry))
  const found = row?.after ?? row?.before
  if (!found) throw new AppError(404, m.error_rowMissing())
  return found
}

/** What the fields of a design may point to, and the menus that its screen may stand in. */
async function choices(db: Db) {
  const all = await allResources(db)
  const resources = all
    // The rows of a log are no choices.
    .filter(({ resource }) => resource.description.base === undefined)
    .map(({ resource: { description } }) => ({
      key: description.key,
      title: labelText(pluralLabel(description)),
      tree: description.tree === true,
      fields:
        description.key === ACCOUNTS.resource
          ? []
          : description.fields
              .filter((field) => fitsFile(field) && field.node === undefined)
              .map(({ name, label }) => ({ name, label: labelText(label) })),
    }))
  const menus = await db
    .select({ name: rule.name, title: rule.title, titleEn: rule.titleEn })
    .from(rule)
    .where(and(eq(rule.area, 'admin'), eq(rule.type, 'menu_dir')))
    .orderBy(asc(rule.treePath), asc(rule.sortKey))
  return { resources, menus: menus.map(({ name, ...titled }) => ({ name, title: ruleTitle(titled) })) }
}
