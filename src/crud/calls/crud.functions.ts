import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { callApi } from '#src/backend/client.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'
import type { Json, JsonObject } from '#src/lib/json.ts'
import { rowId } from '#src/lib/number-rules.ts'

// One generic set for all resources. The browser sends a resource name, never a path. The API checks everything else.

/** The name of a controller, with a number where it is made on demand. The API checks whether it exists. */
const key = v.pipe(v.string(), v.regex(/^[a-z][a-zA-Z0-9-]{0,60}(:\d{1,15})?$/))
const action = v.pipe(v.string(), v.regex(/^[a-zA-Z]{1,40}$/))
const query = v.record(v.string(), v.union([v.string(), v.array(v.string())]))
const idempotencyKey = v.pipe(v.string(), v.minLength(8), v.maxLength(100))

/** A form's content. The API validates it with the rules of the resource. */
const body = v.custom<JsonObject>((input) => typeof input === 'object' && input !== null && !Array.isArray(input))

/** Handles all reads: rows, choices, history. */
export const crudGetFunction = createServerFn()
  .validator(v.object({ key, action, query }))
  .handler(async ({ data }) => {
    const session = await requireSession('admin')
    const params = new URLSearchParams()
    for (const [name, value] of Object.entries(data.query)) {
      for (const one of Array.isArray(value) ? value : [value]) params.append(name, one)
    }
    const path = `/adminApi/${data.key}/${data.action}`
    return (await callApi(session, { method: 'GET', path, query: params })).data as Json
  })

export const crudPostFunction = createServerFn({ method: 'POST' })
  .validator(v.object({ key, action, body, idempotencyKey }))
  .handler(async ({ data }) => {
    const session = await requireSession('admin')
    const { key, action, body, idempotencyKey } = data
    const answer = await callApi(session, { method: 'POST', path: `/adminApi/${key}/${action}`, body, idempotencyKey })
    return { data: answer.data as Json, msg: answer.msg }
  })

export const crudDeleteFunction = createServerFn({ method: 'POST' })
  .validator(v.object({ key, ids: v.array(rowId), idempotencyKey }))
  .handler(async ({ data }) => {
    const session = await requireSession('admin')
    const params = new URLSearchParams(data.ids.map((one) => ['ids[]', String(one)]))
    const call = {
      method: 'DELETE',
      path: `/adminApi/${data.key}/del`,
      query: params,
      idempotencyKey: data.idempotencyKey,
    } as const
    const answer = await callApi(session, call)
    return { data: answer.data as Json, msg: answer.msg }
  })
