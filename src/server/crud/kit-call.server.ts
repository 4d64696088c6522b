import * as v from 'valibot'
import type { JsonObject } from '#src/lib/json.ts'
import type { Description } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import { type Offer, offersOf } from '#src/resource/offers.ts'
import { type Node, nodesOf, type StandardVerb } from '#src/resource/registry.ts'
import { tableChanged } from '../cache/table-cache.server.ts'
import type { ApiContext, ResourceOf } from '../context.server.ts'
import type { Endpoint } from '../endpoint/endpoint.server.ts'
import type { OperationBody } from '../openapi/operation.server.ts'
import { formFacts } from './row-schema.server.ts'

/** What the kit's calls are made from: a description, and the resource of a request. */
export type KitBasis = ReturnType<typeof kitOf>

/** Where a call of a resource is. */
type CallPlace<TMethod, TAction extends string> = {
  method: TMethod
  path: `/adminApi/${string}/${TAction}`
  tag: 'resource'
  security: 'admin'
}

/**
 * A call that resources share. It is defined once for all of them, as a function of the description, and exists only
 * where the resource offers it.
 */
export type KitCall<
  TMethod extends Endpoint['method'] = Endpoint['method'],
  TAction extends string = string,
  TEndpoint extends Endpoint = Endpoint,
> = {
  method: TMethod
  /** The path below the resource: `bulkEdit`, `page/{id}`. */
  action: TAction
  offer: Offer
  define(kit: KitBasis): TEndpoint
}

/** Defines a call of every resource that offers it. */
export function kitCall<
  const TMethod extends Endpoint['method'],
  const TAction extends string,
  TEndpoint extends Endpoint,
>(
  method: TMethod,
  action: TAction,
  offer: Offer,
  define: (kit: KitBasis, place: CallPlace<TMethod, TAction>) => TEndpoint,
): KitCall<TMethod, TAction, TEndpoint> {
  return {
    method,
    action,
    offer,
    define: (kit) =>
      define(kit, { method, path: `/adminApi/${kit.description.key}/${action}`, tag: 'resource', security: 'admin' }),
  }
}

/** A JSON body that the writer checks, because its rules depend on the row. */
export const asItCame = v.custom<Record<string, unknown>>(() => true)

/** @param resourceOf the resource of a request; its description is this one */
export function kitOf(description: Description, resourceOf: ResourceOf) {
  const nodes = nodesOf(description)
  const facts = () => formFacts(description)
  const constraintFields = ({ c }: { c: ApiContext }) => resourceOf(c).resource.constraintFields()
  return {
    description,
    offers: offersOf(description),
    resourceOf,
    title: () => ({ title: labelText(description.title) }),
    node: (verb: StandardVerb): Node => {
      const node = nodes[verb]
      if (!node) throw new Error(`${description.key} has no verb ${verb}`)
      return node
    },
    /** The nodes of adding and editing, as far as the resource has them. One of them is enough. */
    writeNodes: [nodes.add, nodes.edit].filter((node) => node !== undefined),
    /** A form as the document shows it. */
    form: (schema: v.GenericSchema): OperationBody & { facts: () => Record<string, JsonObject> } => ({
      type: 'application/json',
      schema,
      facts,
    }),
    /** An import works after its request, so the proof is asked for when it begins. */
    importProof: (c: ApiContext) => resourceOf(c).resource.proof !== undefined,
    /** What most writes have in common. */
    writes: {
      errors: [404, 409],
      write: 'save',
      proof: (c: ApiContext) => resourceOf(c).resource.proof === 'writes',
      unique: constraintFields,
      committed: ({ c, db }: { c: ApiContext; db: Parameters<typeof tableChanged>[0] }) =>
        tableChanged(db, resourceOf(c).resource.tableName),
    },
  } as const
}
