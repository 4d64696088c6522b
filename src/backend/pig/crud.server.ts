import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { statusMessage } from '#src/lib/status-message.ts'
import { BackendError } from '../backend-error.ts'
import type { BackendCall, Plan } from '../call.ts'
import { pigResources } from './names.server.ts'

const page = v.object({
  records: v.array(v.looseObject({})),
  total: v.union([v.number(), v.pipe(v.string(), v.toNumber())]),
})

/**
 * Converts the contract's calls of a controller to page-style calls: `GET x/page?current&size`, `GET x/{id}`, `POST x`,
 * `PUT x`, `DELETE x/{id}`.
 * @throws BackendError 501 for a call without a counterpart
 */
export function pigCrud(call: BackendCall, key: string, action: string, rest: string | undefined): Plan {
  const resource = Object.entries(pigResources).find(([name]) => name === key)?.[1]
  if (!resource) throw absent(call)
  const { base, id } = resource
  const wire = { idempotencyKey: call.idempotencyKey }
  const write = (method: 'POST' | 'PUT', body: unknown): Plan => ({
    calls: [{ ...wire, method, path: base, body }],
    combine: () => ({ id: property(call.body, 'id') ?? null }),
  })
  switch (`${call.method} ${action}`) {
    case 'GET index':
    case 'GET page':
      return {
        calls: [{ method: 'GET', path: `${base}/page`, query: pageQuery(call) }],
        combine: ([data]) => list(data, id),
      }
    case 'GET count': {
      const query = pageQuery(call)
      query.set('size', '1')
      return {
        calls: [{ method: 'GET', path: `${base}/page`, query }],
        combine: ([data]) => ({ total: list(data, id).total }),
      }
    }
    case 'GET edit': {
      const path = `${base}/${idOf(call.query?.get('id'))}`
      return { calls: [{ method: 'GET', path }], combine: ([row]) => ({ row: withId(row, id), labels: {} }) }
    }
    case 'POST add':
      return write('POST', call.body)
    case 'POST edit':
      return write('PUT', renamed(call.body, id))
    case 'POST page':
      // Page style: a body with an id updates a row, a body without one adds a row.
      return property(call.body, 'id') === undefined ? write('POST', call.body) : write('PUT', renamed(call.body, id))
    case 'DELETE page':
      return remove([idOf(rest)])
    case 'DELETE del': {
      const ids = [...(call.query?.getAll('ids[]') ?? []), ...(call.query?.get('ids')?.split(',') ?? [])]
      if (ids.length === 0) throw new BackendError(400, statusMessage(400))
      return remove(ids.map(idOf))
    }
    default:
      throw absent(call)
  }

  /** A pig back end deletes one row per call, so each requested row becomes one call. */
  function remove(ids: number[]): Plan {
    return {
      calls: ids.map((one) => ({ method: 'DELETE', path: `${base}/${one}` })),
      combine: () => ({ count: ids.length }),
    }
  }
}

/** The 501 error for a call that a pig back end does not support. */
export function absent(call: BackendCall): BackendError {
  return new BackendError(501, statusMessage(501, call.path))
}

/**
 * The query of a page. Page number and size are passed on, and an equality filter becomes a parameter. Any other filter
 * has no counterpart: omitting it would show wrong rows.
 * @throws BackendError 501 for any other filter
 */
function pageQuery(call: BackendCall): URLSearchParams {
  const given = call.query ?? new URLSearchParams()
  const query = new URLSearchParams({ current: given.get('page') ?? '1', size: given.get('limit') ?? '10' })
  for (const [name, value] of given) {
    const [, index, part] = /^search\[(\d+)\]\[(field|operator|val)\]$/.exec(name) ?? []
    if (index !== undefined) {
      const operator = given.get(`search[${index}][operator]`) ?? 'eq'
      if (operator !== 'eq' && operator !== '=') throw absent(call)
      if (part === 'field') query.set(value, given.get(`search[${index}][val]`) ?? '')
    } else if (!['page', 'limit', 'count'].includes(name) && value !== '') throw absent(call)
  }
  return query
}

function list(data: unknown, id: string) {
  const parsed = v.safeParse(page, data)
  if (!parsed.success) throw new BackendError(502, m.error_502())
  const { records, total } = parsed.output
  return { list: records.map((row) => withId(row, id)), total, labels: {} }
}

/** The contract's rows have the key `id`, whatever the back end calls it. */
function withId(row: unknown, name: string): unknown {
  return typeof row === 'object' && row !== null
    ? { ...row, id: Reflect.get(row, name) ?? Reflect.get(row, 'id') }
    : row
}

function renamed(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? { ...body, [name]: property(body, 'id') } : body
}

function idOf(given: string | null | undefined): number {
  if (!given || !/^\d{1,19}$/.test(given)) throw new BackendError(400, statusMessage(400))
  return Number(given)
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
