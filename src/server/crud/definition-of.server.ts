import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#src/db/client.server.ts'
import type { OnlyErrorsAt } from '#src/lib/field-errors.ts'
import type { CheckedDescription } from '#src/resource/checked-description.ts'
import type { Description } from '#src/resource/description.ts'
import type { ResourceKey, registry } from '#src/resource/registry.ts'
import type { Actor } from '../access/actor.server.ts'
import type { Computed, Owned, Relation, ResourceDefinition, Row } from './resource.server.ts'

type FieldName<D extends Description> = D['fields'][number]['name']

/** A description whose key is written in the code has a key of the registry, and the menu path from there. */
type Registered<D extends Description, T extends PgTable> = string extends D['key']
  ? unknown
  : D['key'] extends ResourceKey
    ? { readonly menu: (typeof registry)[D['key']]['menu'] } & CheckedDescription<D> & {
          readonly fields: Celled<D['fields'], T['$inferSelect']>
        }
    : { readonly key: ResourceKey }

/** The cells of a table in a form are those of its column, where the column says which it has. */
type Celled<TFields extends readonly unknown[], TRow> = {
  readonly [I in keyof TFields]: TFields[I] extends { type: 'rows'; name: infer N extends keyof TRow }
    ? NonNullable<TRow[N]> extends readonly (infer C)[]
      ? { readonly fields: readonly { readonly name: keyof C }[] }
      : unknown
    : unknown
}

type RelationName<D extends Description> = Extract<D['fields'][number], { type: 'relation' }>['name']
type CellsOf<F> = F extends { type: 'rows'; name: infer N extends string; fields: readonly (infer C)[] }
  ? C extends { name: infer M extends string }
    ? `${N}.${M}`
    : never
  : never
type Relations<D extends Description> = {
  readonly [K in FieldName<D> | CellsOf<D['fields'][number]>]?: Relation
}

/** A field of type `relation` needs its relation. */
type Related<D extends Description> =
  string extends FieldName<D>
    ? { relations?: Relations<D> }
    : [RelationName<D>] extends [never]
      ? { relations?: Relations<D> }
      : { relations: Relations<D> & { readonly [K in RelationName<D>]: Relation } }

/** What a form gives, before it is known to be right. */
type Values<D extends Description> = { readonly [K in FieldName<D>]?: unknown }

/** A definition whose fields and columns are those of its description and of its table. */
export type DefinitionOf<D extends Description, T extends PgTable, E extends object> = Omit<
  ResourceDefinition,
  'description' | 'synonyms' | 'table' | 'computed' | 'owns' | 'relations' | 'uniqueFields' | 'check'
> & {
  description: D & Registered<D, T>
  synonyms?: { readonly [K in FieldName<D>]?: readonly string[] }
  table: T
  computed?: { readonly [K in FieldName<D>]?: Computed<keyof T['_']['columns'] & string> }
  owns?: readonly Owned<FieldName<D>>[]
  uniqueFields?: Readonly<Record<string, FieldName<D>>>
  check?(db: Db, values: Values<D>, row: Row | undefined, actor: Actor): Promise<OnlyErrorsAt<E, FieldName<D>>>
} & Related<D>
