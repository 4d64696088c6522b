import type * as v from 'valibot'
import type { MemberNode } from '#src/resource/member-pages.ts'
import type { Node } from '#src/resource/registry.ts'
import type { ViewerCalls } from '../access/guards.server.ts'
import type { ApiContext } from '../context.server.ts'
import type { Operation, OperationBody, OperationParameters } from '../openapi/operation.server.ts'

/** What the OpenAPI document says of a definition. */
export type Described = Omit<
  Operation,
  'node' | 'segments' | 'query' | 'body' | 'idempotent' | 'apiTokens' | 'proof'
> & {
  node?: Node | MemberNode | readonly Node[] | undefined
  segments?: { readonly entries: v.ObjectEntries } | undefined
  query?: { readonly entries: v.ObjectEntries } | undefined
  body?: v.GenericSchema | undefined
  rawQuery?: OperationParameters | undefined
  rawBody?: OperationBody | undefined
  write?: unknown
  idempotent?: true | undefined
  /** What somebody who views as another account may do with this call. */
  viewers?: ViewerCalls | undefined
  /** Somebody whose password has expired may make this call. */
  expired?: true | undefined
  /** So may somebody whom a role does not let in from here or now. */
  anywhere?: true | undefined
  /** Whether API tokens may make this call. By default they may, unless it is about the caller's own account. */
  apiTokens?: boolean | undefined
  /** The caller must have proved anew who they are: always, or for requests that need it. */
  enroll?: true | undefined
  proof?: true | ((c: ApiContext) => boolean) | undefined
  /** What the admin log makes of the call. By default it has all that is sent by POST and DELETE. */
  log?: 'export' | 'signOut' | 'never' | undefined
}

/** What is about the caller as a person: account, sign-ins, notices. */
const PERSONAL: readonly Operation['tag'][] = ['session', 'notice']

/** Whether API tokens may make a call. They can prove nothing anew, so no call that needs a fresh proof is for them. */
export function takesApiTokens({
  tag,
  security,
  apiTokens,
  super: superOnly,
  proof,
}: Pick<Described, 'tag' | 'security' | 'apiTokens' | 'super' | 'proof'>): boolean {
  if (security !== 'admin' && security !== 'either' && security !== 'anyone') return false
  return !superOnly && proof !== true && (apiTokens ?? !PERSONAL.includes(tag))
}

/** The description of a call, made from its definition. */
export function operationOf(definition: Described): Operation {
  const { method, path, tag, summary, security, node, answer, bare, errors } = definition
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
    apiTokens: takesApiTokens(definition) || undefined,
  }
}
