import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { can } from '#src/resource/registry.ts'
import { unseenFields, withoutFields } from '#src/resource/seen-fields.ts'
import type { Actor } from '../access/actor.server.ts'
import { selectRows } from '../list/rows.server.ts'
import { compileResource } from './compile-resource.server.ts'
import type { Resource, ResourceDefinition, Row } from './resource.server.ts'
import type { RegisteredResource } from './resource-registry.server.ts'
import { maskOf } from './source.server.ts'

const variants = new WeakMap<Resource, Map<string, Resource>>()

/**
 * A resource as an actor sees it: without the fields whose nodes the actor lacks, or with a part of them. Lists, forms,
 * filters, exports, imports, histories and all other operations then do not know these fields.
 */
export function seenBy(registered: RegisteredResource, actor: Actor): RegisteredResource {
  const { resource } = registered
  const unseen = unseenFields(resource.description, (node) => can(actor, node)).map(({ name }) => name)
  if (unseen.length === 0) return registered
  const known = variants.get(resource) ?? new Map<string, Resource>()
  variants.set(resource, known)
  const key = unseen.join()
  const variant = known.get(key) ?? without(resource, unseen)
  known.set(key, variant)
  return { ...registered, resource: variant }
}

function without(resource: Resource, unseen: readonly string[]): Resource {
  const masks = Object.fromEntries(
    unseen.flatMap((name) => {
      const partly = resource.fields.get(name)?.partly
      return partly ? [[name, maskOf[partly]]] : []
    }),
  )
  const hidden = new Set(unseen)
  const seen = <T>(byField: Readonly<Record<string, T>> | undefined) =>
    Object.fromEntries(Object.entries(byField ?? {}).filter(([name]) => !hidden.has(name.split('.')[0] ?? '')))
  const {
    table,
    synonyms,
    scopeRule: scope,
    only,
    owns,
    proof,
    write,
    oneWay,
    restored,
    undone,
    notUndone,
    steps,
    refuseUndo,
    unrecorded,
    shown,
    shownTexts,
    shownFields,
    implied,
    searched,
    tableRules,
    grams,
    uneven,
    texts,
  } = resource
  const definition: ResourceDefinition = {
    description: withoutFields(resource.description, unseen),
    table,
    scope,
    relations: seen(resource.relations),
    computed: Object.fromEntries(
      Object.entries(resource.computed ?? {}).filter(([name]) => !hidden.has(name) || name in masks),
    ),
    uniqueFields: Object.fromEntries(
      Object.entries(resource.uniqueFields ?? {}).filter(([, name]) => !hidden.has(name)),
    ),
    ...(tableRules
      ? { tableRules: Object.fromEntries(Object.entries(tableRules).filter(([, { field }]) => !hidden.has(field))) }
      : {}),
    ...(synonyms ? { synonyms: seen(synonyms) } : {}),
    ...(only ? { only } : {}),
    ...(owns ? { owns } : {}),
    ...(proof ? { proof } : {}),
    masks,
    ...(write ? { write: wholeWriters(resource) } : {}),
    ...(oneWay ? { oneWay } : {}),
    ...(restored ? { restored } : {}),
    ...(undone ? { undone } : {}),
    ...(notUndone ? { notUndone } : {}),
    ...(steps ? { steps } : {}),
    ...(refuseUndo ? { refuseUndo } : {}),
    ...(unrecorded ? { unrecorded } : {}),
    ...(shown ? { shown } : {}),
    ...(shownTexts ? { shownTexts: shownTexts.filter((name) => !hidden.has(name)) } : {}),
    ...(shownFields ? { shownFields } : {}),
    ...(implied ? { implied } : {}),
    ...(searched ? { searched } : {}),
    ...(grams ? { grams: grams.filter((name) => !hidden.has(name)) } : {}),
    ...(uneven ? { uneven } : {}),
    ...(texts ? { texts } : {}),
    ...wholeRules(resource, hidden),
  }
  return compileResource(definition)
}

/** The resource's own rules get rows with all fields. What they say about a hidden field does not name it. */
function wholeRules(resource: Resource, hidden: ReadonlySet<string>): Partial<ResourceDefinition> {
  const { check, checkRows, checkDelete, doubts } = resource
  const unnamed = (errors: FieldErrors): FieldErrors => {
    const said: FieldErrors = {}
    for (const [path, sentences] of Object.entries(errors)) {
      const name = hidden.has(path.split('.')[0] ?? '') ? '' : path
      said[name] = [...(said[name] ?? []), ...sentences]
    }
    return said
  }
  return {
    ...(check
      ? {
          check: async (db: Db, values: Record<string, unknown>, row: Row | undefined, actor: Actor) => {
            const [whole] = row ? await wholeRows(db, resource, [row]) : []
            return unnamed(await check(db, values, whole, actor))
          },
        }
      : {}),
    ...(checkRows
      ? {
          checkRows: async (
            db: Db,
            asked: readonly { values: Record<string, unknown>; row: Row | undefined }[],
            actor: Actor,
          ) => {
            const rows = await wholeRows(
              db,
              resource,
              asked.flatMap(({ row }) => row ?? []),
            )
            const byId = new Map(rows.map((row) => [row.id, row]))
            const whole = asked.map(({ values, row }) => ({ values, row: row && byId.get(row.id) }))
            return (await checkRows(db, whole, actor)).map(unnamed)
          },
        }
      : checkRows === false
        ? { checkRows }
        : {}),
    ...(checkDelete
      ? {
          checkDelete: async (db: Db, rows: readonly Row[], actor: Actor) =>
            checkDelete(db, await wholeRows(db, resource, rows), actor),
        }
      : {}),
    ...(doubts && !doubts.fields.some((name) => hidden.has(name)) ? { doubts } : {}),
  }
}

function wholeWriters(resource: Resource): NonNullable<Resource['write']> {
  const { add, edit, del, import: reads, file } = resource.write ?? {}
  return {
    ...(reads ? { import: reads } : {}),
    ...(file ? { file } : {}),
    ...(add ? { add } : {}),
    ...(edit
      ? {
          edit: async (writing, row, values) => {
            const [whole = row] = await wholeRows(writing.tx, resource, [row])
            await edit(writing, whole, values)
          },
        }
      : {}),
    ...(del ? { del: async (writing, rows) => del(writing, await wholeRows(writing.tx, resource, rows)) } : {}),
  }
}

/** The same rows with all fields, in the order of their ids. */
function wholeRows(db: Db, resource: Resource, rows: readonly Row[]): Promise<Row[]> {
  const ids = rows.map(({ id }) => id)
  return selectRows(db, resource, anyOf(resource.columns.id, ids), undefined, Math.max(ids.length, 1))
}
