import type * as v from 'valibot'
import type { Database, Db } from '#src/db/client.server.ts'
import type { ChangeKind } from '#src/db/write.server.ts'
import type { MemberNode } from '#src/resource/member-pages.ts'
import type { Node } from '#src/resource/registry.ts'
import type { Actor } from '../access/actor.server.ts'
import type { ViewerCalls } from '../access/guards.server.ts'
import type { ApiContext } from '../context.server.ts'
import type {
  Operation,
  OperationBody,
  OperationParameters,
  OperationSecurity,
  OperationTag,
} from '../openapi/operation.server.ts'
import { answerTo, type Handled } from './handle.server.ts'
import { operationOf } from './operation-of.server.ts'
import type { ParameterSchema } from './read-request.server.ts'

type Method = Operation['method']
type Bare = NonNullable<Operation['bare']>
type Output<T> = T extends v.GenericSchema ? v.InferOutput<T> : undefined

/** Who calls, by what an endpoint asks for. */
type Caller = {
  admin: Actor
  user: Actor
  either: Actor
  anyone: Actor | undefined
  none: undefined
  client: undefined
}

/** What an endpoint knows of a request that it has let in. */
export type Request<TSecurity extends OperationSecurity, TSegments, TQuery, TBody> = {
  c: ApiContext
  db: Database
  actor: Caller[TSecurity]
  segments: Output<TSegments>
  query: Output<TQuery>
  body: Output<TBody>
}

/** A write has the recorded transaction in place of the database, and the id of its change set if something changes. */
type Writing<TRequest> = Omit<TRequest, 'db'> & { tx: Db; changeSetId: number }

/** The field of each unique constraint, and its label in the language of the request. */
type UniqueFields = Record<string, { field: string; label: string }>

/**
 * One call of the HTTP contract: where it is, who may call it, what it takes, what it answers, and what it does. It is
 * checked in this order: sign-in, node, `super`, `proof`, path, query, body.
 */
export type Definition<
  TMethod extends Method,
  TPath extends string,
  TSecurity extends OperationSecurity,
  TAnswer extends v.GenericSchema,
  TSegments extends ParameterSchema | undefined,
  TQuery extends ParameterSchema | undefined,
  TBody extends v.GenericSchema | undefined,
  TWrite extends ChangeKind | undefined,
  TBare extends Bare | undefined,
> = {
  method: TMethod
  /** In OpenAPI notation: `/adminApi/organization/page/{id}`. */
  path: TPath
  tag: OperationTag
  summary: () => string
  security: TSecurity
  /** The permission node that the caller must hold; of several, one is enough. */
  node?: Node | MemberNode | readonly Node[]
  /** Only for super administrators. */
  super?: true
  /** Somebody who views as another account may only read; `all` allows this call too, `none` not even to read it. */
  viewers?: ViewerCalls
  /** Somebody whose password has expired may make this call; all others are refused until the password is new. */
  expired?: true
  /** So may somebody whom a role does not let in from here or now. */
  anywhere?: true
  /** Whether API tokens may make this call. By default they may, unless its tag is `session` or `notice`. */
  apiTokens?: boolean
  /**
   * The caller must have proved anew, in the last ten minutes and in this sign-in, who they are: always, or for
   * requests that need it. Calls that grant rights need no such mark: the check before the commit asks
   * (`identity-guard.server.ts`).
   */
  proof?: true | ((c: ApiContext) => boolean)
  /**
   * What the admin log makes of the call: an export, a sign-out, or nothing. By default it has all that is sent by POST
   * and DELETE.
   */
  log?: 'export' | 'signOut' | 'never'
  /** Also for whoever has to set up a second factor before anything else. */
  enroll?: true
  /** Whether this process has the call at all, as its environment says. By default it has. */
  offered?(): boolean
  segments?: TSegments
  /** The parameters of the URL. A wrong one is a 400. `x[]` is a list, and may also come as `x=1,2`. */
  query?: TQuery
  /** The JSON body. A wrong one is a 422. */
  body?: TBody
  /** What the document says of parameters that `run` reads itself. */
  rawQuery?: OperationParameters
  /** What the document says of a body that is not JSON, or that the writer checks by rules of its own. */
  rawBody?: OperationBody
  /** `data` of the envelope. With `bare`, the whole response. */
  answer: TAnswer
  /** `run` makes the response itself: a file, a stream, a page. */
  bare?: TBare
  /** Codes that only this call answers. Those that follow from the definition are not repeated. */
  errors?: Operation['errors']
  /** The call writes: `run` works in one recorded transaction, at most once for an Idempotency-Key. */
  write?: TWrite
  /** `run` itself takes care that the call works at most once for an Idempotency-Key. */
  idempotent?: true
  /** The fields of the unique constraints that the write may violate. */
  unique?(request: Request<TSecurity, TSegments, TQuery, TBody>): UniqueFields
  run(
    request: TWrite extends ChangeKind
      ? Writing<Request<TSecurity, TSegments, TQuery, TBody>>
      : Request<TSecurity, TSegments, TQuery, TBody>,
  ): Promise<TBare extends Bare ? Response : v.InferInput<TAnswer>>
  /** The message of the answer. */
  msg?(data: v.InferOutput<TAnswer>, request: Request<TSecurity, TSegments, TQuery, TBody>): string
  /** Work after the transaction of a write. */
  committed?(request: Request<TSecurity, TSegments, TQuery, TBody>): Promise<void> | void
}

/** A call that can be mounted and documented. The schemas give a client its types; a client imports the type alone. */
export type Endpoint<
  TMethod extends Method = Method,
  TPath extends string = string,
  TQuery extends ParameterSchema | undefined = ParameterSchema | undefined,
  TBody extends v.GenericSchema | undefined = v.GenericSchema | undefined,
  TAnswer extends v.GenericSchema = v.GenericSchema,
> = {
  method: TMethod
  path: TPath
  query: TQuery
  body: TBody
  answer: TAnswer
  operation: Operation
  offered(): boolean
  handle(c: ApiContext): Promise<Response>
}

const parts = {
  method: true,
  path: true,
  tag: true,
  summary: true,
  security: true,
  node: true,
  super: true,
  viewers: true,
  expired: true,
  anywhere: true,
  apiTokens: true,
  proof: true,
  log: true,
  enroll: true,
  offered: true,
  segments: true,
  query: true,
  body: true,
  rawQuery: true,
  rawBody: true,
  answer: true,
  bare: true,
  errors: true,
  write: true,
  idempotent: true,
  unique: true,
  run: true,
  msg: true,
  committed: true,
} satisfies Record<keyof Handled | 'offered', true>

/**
 * The compiler does not see misspelt keys in what several calls have in common.
 * @throws Error for a key that no call has: a misspelt `node` would leave the call open
 */
function assertKnown(definition: { path: string }): void {
  const unknown = Object.keys(definition).find((key) => !Object.hasOwn(parts, key))
  if (unknown) throw new Error(`${definition.path}: a call has no ${unknown}`)
}

/** Defines a call of the HTTP contract. `mountEndpoints` serves it, and the OpenAPI document describes it. */
export function endpoint<
  const TMethod extends Method,
  const TPath extends string,
  TSecurity extends OperationSecurity,
  TAnswer extends v.GenericSchema,
  TSegments extends ParameterSchema | undefined = undefined,
  TQuery extends ParameterSchema | undefined = undefined,
  TBody extends v.GenericSchema | undefined = undefined,
  TWrite extends ChangeKind | undefined = undefined,
  TBare extends Bare | undefined = undefined,
>(
  definition: Definition<TMethod, TPath, TSecurity, TAnswer, TSegments, TQuery, TBody, TWrite, TBare>,
): Endpoint<TMethod, TPath, TQuery, TBody, TAnswer> {
  assertKnown(definition)
  const { method, path, query, body, answer, security, node } = definition
  // Such a call knows no user whose permissions it could check.
  if ((node || definition.super || definition.proof) && ['none', 'client'].includes(security))
    throw new Error(`${path}: a node needs a signed-in user`)
  return {
    method,
    path,
    query: query as TQuery,
    body: body as TBody,
    answer,
    operation: operationOf(definition),
    offered: definition.offered ?? (() => true),
    // Seam: a request has what its own definition names.
    handle: (c) => answerTo(c, definition as unknown as Handled),
  }
}
