import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id, integer } from '#src/lib/number-rules.ts'
import { text } from '#src/lib/rules.ts'
import type { Field } from '#src/resource/description.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import { labelText } from '#src/resource/label.ts'
import { ownDefinition, titleIn } from '#src/resource/own-setting.ts'
import { can } from '#src/resource/registry.ts'
import { tableChanged } from '#src/server/cache/table-cache.server.ts'
import { type ApiContext, authorOf } from '#src/server/context.server.ts'
import { nameTable } from '#src/server/crud/table-names.server.ts'
import { changeSetId } from '#src/server/endpoint/answer-parts.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { knownAs } from '#src/server/endpoint/known-as.server.ts'
import { instantText } from '#src/server/fields/field-types.server.ts'
import { idsQuery } from '#src/server/list/crud-query.server.ts'
import { isSettingName, settings } from '#src/server/settings/registry.server.ts'
import { deletedItems, itemHistory, undoChange } from './config-history.server.ts'
import { plainField } from './config-items.server.ts'
import { testMail } from './config-mail.server.ts'
import { addOwnGroup, addOwnItem, deleteOwnGroup, deleteOwnItems } from './config-own.server.ts'
import { recordsToChoose } from './config-relation.server.ts'
import { assertUnlimited, configVersion, saveConfig } from './config-save.server.ts'
import { configScreen } from './config-screen.server.ts'
import { compareFile, configFile, exportConfig, importConfig } from './config-transfer.server.ts'

const reads = { method: 'get', tag: 'resource', security: 'admin', node: 'routine/config/index' } as const
const writes = { method: 'post', tag: 'resource', security: 'admin', write: 'save' } as const

const value = knownAs<FieldValue>(v.unknown())
const field = knownAs<Field>(v.looseObject({ name: v.string(), type: v.string() }))
const values = v.record(v.string(), value)
const label = v.strictObject({ 'zh-cn': v.string(), en: v.string() })
const name = v.pipe(v.string(), v.maxLength(40))
const group = v.strictObject({
  name: v.pipe(text({ required: true, max: 30 })),
  title: text({ required: true, max: 60 }),
  titleEn: v.optional(text({ max: 60 }), ''),
})

const written = v.strictObject({ version: v.number(), changeSetId })

const difference = v.strictObject({ name: v.string(), field, before: value, after: value })

/** What a writer works with. @throws AppError 403 for an actor whose data scope is limited */
function writerOf({
  c,
  tx,
  actor,
}: {
  c: ApiContext
  tx: Parameters<typeof saveConfig>[0]['tx']
  actor: Parameters<typeof assertUnlimited>[0]
}) {
  assertUnlimited(actor)
  return { tx, actor, author: authorOf(c), address: c.get('address'), secret: c.get('deps').secret }
}

nameTable('config', {
  title: m.table_config,
  menu: 'routine/config',
  name: sql`config.name`,
  words: (name) => {
    const title = isSettingName(name) ? settings[name].title : undefined
    return title ? labelText(title) : name
  },
  visible: (actor) => (can(actor, 'routine/config/index') ? undefined : sql`false`),
})

/** The other processes hear of the change from the database; this one must not wait for that. */
const committed = ({ db }: { db: Parameters<typeof tableChanged>[0] }) => tableChanged(db, 'config')

/** The configuration: its items with their values, and every change of them. */
export const configEndpoints = {
  index: endpoint({
    ...reads,
    path: '/adminApi/config/index',
    summary: m.call_configIndex,
    answer: v.strictObject({
      /** Whose records an own item can name. */
      resources: v.array(v.strictObject({ key: v.string(), title: label })),
      groups: v.array(
        v.strictObject({
          name: v.string(),
          title: label,
          own: v.boolean(),
          items: v.array(
            v.strictObject({
              name: v.string(),
              /** Null for a setting that was never stored. */
              id: v.nullable(id),
              fields: v.array(field),
              values,
              defaults: values,
              secret: v.boolean(),
              /** Of a secret: there is one. Its value is never answered. */
              set: v.boolean(),
              own: v.boolean(),
              public: v.boolean(),
              /** The environment variable that fixes the value. */
              fixed: v.nullable(v.string()),
            }),
          ),
        }),
      ),
      version: v.number(),
      /** The caller's data scope allows changes. */
      mayChange: v.boolean(),
    }),
    run: ({ db, actor }) => configScreen(db, actor),
  }),
  edit: endpoint({
    ...writes,
    path: '/adminApi/config/edit',
    node: 'routine/config/edit',
    summary: m.call_configEdit,
    body: v.strictObject({
      values: v.record(name, v.unknown()),
      remove: v.optional(v.array(name), []),
      version: v.optional(v.number()),
    }),
    answer: written,
    errors: [409],
    run: async (request) => {
      const { changed } = await saveConfig(writerOf(request), request.body)
      const version = await configVersion(request.tx)
      return { version, changeSetId: changed.length > 0 ? request.changeSetId : null }
    },
    committed,
    msg: () => m.crud_saved(),
  }),
  add: endpoint({
    ...writes,
    path: '/adminApi/config/add',
    node: 'routine/config/add',
    summary: m.call_configAdd,
    body: v.strictObject({ name: v.string(), group: v.string(), ...ownDefinition.entries }),
    answer: v.strictObject({ id, changeSetId }),
    run: async (request) => {
      const { name: given, group: inGroup, ...definition } = request.body
      const { tx } = writerOf(request)
      return { id: await addOwnItem(tx, given.trim(), inGroup, definition), changeSetId: request.changeSetId }
    },
    committed,
    msg: () => m.config_itemAdded(),
  }),
  del: endpoint({
    ...writes,
    method: 'delete',
    path: '/adminApi/config/del',
    node: 'routine/config/del',
    summary: m.call_configDel,
    query: idsQuery,
    answer: v.strictObject({ count: v.number(), changeSetId }),
    errors: [404],
    run: async (request) => {
      const { tx } = writerOf(request)
      return { count: await deleteOwnItems(tx, request.query['ids[]']), changeSetId: request.changeSetId }
    },
    committed,
    msg: () => m.config_itemDeleted(),
  }),
  addGroup: endpoint({
    ...writes,
    path: '/adminApi/config/addGroup',
    node: 'routine/config/add',
    summary: m.call_configAddGroup,
    body: group,
    answer: v.null(),
    run: async (request) => {
      await addOwnGroup(writerOf(request).tx, request.body)
      return null
    },
    committed,
    msg: () => m.config_groupAdded(),
  }),
  delGroup: endpoint({
    ...writes,
    path: '/adminApi/config/delGroup',
    node: 'routine/config/del',
    summary: m.call_configDelGroup,
    body: v.strictObject({ name }),
    answer: v.null(),
    errors: [404, 409],
    run: async (request) => {
      await deleteOwnGroup(writerOf(request).tx, request.body.name)
      return null
    },
    committed,
    msg: () => m.config_groupDeleted(),
  }),
  history: endpoint({
    ...reads,
    path: '/adminApi/config/history',
    summary: m.call_configHistory,
    query: v.strictObject({ name, before: v.optional(id) }),
    answer: v.strictObject({
      list: v.array(
        v.strictObject({
          id,
          changeSetId: id,
          kind: v.string(),
          operation: v.picklist(['insert', 'update', 'delete']),
          time: instantText,
          actor: v.strictObject({ id: v.nullable(id), name: v.string() }),
          fields: v.array(v.strictObject({ field: v.string(), before: value, after: value })),
          undoable: v.boolean(),
        }),
      ),
      more: v.boolean(),
    }),
    errors: [404],
    run: ({ db, query }) => itemHistory(db, query.name, query.before),
  }),
  deleted: endpoint({
    ...reads,
    path: '/adminApi/config/deleted',
    summary: m.call_configDeleted,
    answer: v.strictObject({
      list: v.array(
        v.strictObject({
          changeId: id,
          name: v.string(),
          title: v.string(),
          secret: v.boolean(),
          time: instantText,
          actor: v.string(),
        }),
      ),
    }),
    run: async ({ db }) => ({ list: await deletedItems(db) }),
  }),
  undo: endpoint({
    ...writes,
    write: 'undo',
    path: '/adminApi/config/undo',
    node: 'routine/config/edit',
    summary: m.call_configUndo,
    body: v.strictObject({ changeId: id }),
    answer: v.strictObject({ name: v.string() }),
    errors: [404, 409],
    run: async (request) => ({ name: await undoChange(writerOf(request), request.body.changeId) }),
    committed,
    msg: () => m.config_undone(),
  }),
  export: endpoint({
    ...reads,
    path: '/adminApi/config/export',
    summary: m.call_configExport,
    answer: knownAs<v.InferOutput<typeof configFile>>(
      v.strictObject({
        format: v.string(),
        values,
        groups: v.array(v.strictObject({ name: v.string(), title: v.string(), titleEn: v.string() })),
        items: v.array(v.strictObject({ name: v.string(), group: v.string(), definition: ownDefinition })),
      }),
    ),
    run: ({ db }) => exportConfig(db),
  }),
  compare: endpoint({
    method: 'post',
    tag: 'resource',
    security: 'admin',
    path: '/adminApi/config/compare',
    node: 'routine/config/edit',
    summary: m.call_configCompare,
    body: configFile,
    answer: v.strictObject({
      differences: v.array(difference),
      newGroups: v.array(v.string()),
      newItems: v.array(v.string()),
      skipped: v.array(v.string()),
    }),
    run: async ({ db, actor, body }) => {
      assertUnlimited(actor)
      const { differences, newGroups, newItems, skipped } = await compareFile(db, actor, body)
      return {
        differences: differences.map((one) => ({ ...one, field: plainField(one.field) })),
        newGroups: newGroups.map(titleIn),
        newItems: newItems.map((one) => titleIn(one.definition)),
        skipped,
      }
    },
  }),
  import: endpoint({
    ...writes,
    path: '/adminApi/config/import',
    node: 'routine/config/edit',
    summary: m.call_configImport,
    body: configFile,
    answer: v.strictObject({ count: v.number() }),
    run: async (request) => ({ count: await importConfig(writerOf(request), request.body) }),
    committed,
    msg: ({ count }) => m.config_imported({ count }),
  }),
  testMail: endpoint({
    method: 'post',
    tag: 'resource',
    security: 'admin',
    path: '/adminApi/config/testMail',
    node: 'routine/config/edit',
    summary: m.call_configTestMail,
    body: v.strictObject({
      to: text({ required: true, max: 200, rule: 'email' }),
      values: v.record(name, v.unknown()),
    }),
    answer: v.strictObject({ sent: v.boolean(), sentence: v.string(), answer: v.string() }),
    run: ({ c, db, actor, body }) => {
      assertUnlimited(actor)
      return testMail(db, c.get('deps').secret, body.to, body.values)
    },
  }),
  choices: endpoint({
    ...reads,
    path: '/adminApi/config/choices',
    summary: m.call_configChoices,
    query: v.strictObject({
      resource: name,
      quickSearch: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
      page: v.optional(integer(1, 1000), 1),
      'values[]': v.optional(v.array(id), []),
    }),
    answer: v.strictObject({
      list: v.array(v.strictObject({ value: v.number(), label: v.string() })),
      more: v.boolean(),
    }),
    run: ({ db, actor, query }) => recordsToChoose(db, actor, query.resource, { ...query, values: query['values[]'] }),
  }),
}
