import type * as v from 'valibot'
import type { Node } from '#src/resource/registry.ts'
import type { ViewerCalls } from '../access/guards.server.ts'
import type { ApiContext } from '../context.server.ts'
import type { Operation, OperationBody, OperationParameters } from '../openapi/operation.server.ts'

/** What the OpenAPI document says of a definition. */
export type Described = Omit<Operation, 'node' | 'segments' | 'query' | 'body' | 'idempotent' | 'proof'> & {
  node?: Node | readonly Node[] | undefined
  segments?: { readonly entries: v.ObjectEntries } | undefined
  query?: { readonly entries: v.ObjectEntries } | undefined
  body?: v.GenericSchema | undefined
  rawQuery?: OperationParameters | undefined
  rawBody?: OperationBody | undefined
  write?: unknown
  idempotent?: true | undefined
  /** What somebody who views as another account may do with this call. */
  viewers?: ViewerCalls | undefined
  /** The caller must have proved anew who they are: always, or for requests that need it. */
  enroll?: true | undefined
  proof?: true | ((c: ApiContext) => boolean) | undefined
}

/** The description of a call, made from its definition. */
export function operationOf(definition: Described): Operation {
  const { method, path, tag, summary, security, node, answer, bare, errors, planned } = definition
  const { segments, query, rawQuery, body, rawBody, write } = definition
  return {
    method,
    path,
    tag,
    summary,
    security,
    node: node === undefined ? undefined : [node].flat().join(' | '),
    super: definition.super,
    proof: definition.proof === true ? true : undefined,
    segments: segments?.entries,
    query: query?.entries ?? rawQuery,
    body: rawBody ?? (body && { type: 'application/json', schema: body }),
    answer,
    bare,
    errors,
    idempotent: write === undefined ? definition.idempotent : true,
    planned,
  }
}
