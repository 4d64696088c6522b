import type { JsonObject } from '#src/lib/json.ts'
import type { KitCall } from '#src/server/crud/kit-call.server.ts'
import type { AnswerOf, BodyOf, KitAnswer, KitBody, KitQuery, QueryOf } from '#src/server/endpoint/call-types.ts'
import type { Endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { crudDelete, crudGet, crudPost } from './crud-rpc.ts'

// Typed calls of the back office. The type of the endpoint gives the path, what is sent and what is answered:
// `publish: posting<typeof publishScheme>('/adminApi/exam-scheme/publish')`.

type Path = `/adminApi/${string}/${string}`
type Get = Endpoint<'get', Path>
type Post = Endpoint<'post', Path>
type Delete = Endpoint<'delete', `/adminApi/${string}/del`>

/** A call that reads. */
export function getting<E extends Get>(path: E['path']) {
  const target = targetOf(path)
  return (query: QueryOf<E>, signal?: AbortSignal) =>
    crudGet<AnswerOf<E>>({ data: { ...target, query: textsOf(query) }, signal })
}

/** A call that writes, and what it answers: the data, and the message for the user. */
export function posting<E extends Post>(path: E['path']) {
  const target = targetOf(path)
  return (body: BodyOf<E>, idempotencyKey: string) =>
    crudPost<AnswerOf<E>>({ data: { ...target, body: json(body), idempotencyKey } })
}

/** A call that deletes rows by their ids. */
export function deleting<E extends Delete>(path: E['path']) {
  const { key } = targetOf(path)
  return (ids: number[], idempotencyKey: string) => crudDelete<AnswerOf<E>>({ data: { key, ids, idempotencyKey } })
}

/** A call of the kit that reads, for the resource with this key. */
export function kitGetting<C extends KitCall<'get'>>(action: C['action']) {
  return (key: string, query: KitQuery<C>, signal?: AbortSignal) =>
    crudGet<KitAnswer<C>>({ data: { key, action, query: textsOf(query) }, signal })
}

/** A call of the kit that writes, for the resource with this key. */
export function kitPosting<C extends KitCall<'post'>>(action: C['action']) {
  return (key: string, body: KitBody<C>, idempotencyKey: string) =>
    crudPost<KitAnswer<C>>({ data: { key, action, body: json(body), idempotencyKey } })
}

function targetOf(path: Path): { key: string; action: string } {
  const [, , key = '', action = ''] = path.split('/')
  return { key, action }
}

/** Parameters as the URL has them. An undefined one is left out. */
function textsOf(query: object): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.map(String) : String(value)]],
    ),
  )
}

/** Seam: the endpoint's schema of the body takes only JSON. */
function json(body: object): JsonObject {
  return body as JsonObject
}
