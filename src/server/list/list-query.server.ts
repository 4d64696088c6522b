import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { integer } from '#src/lib/number-rules.ts'
import { fieldErrors } from '#src/resource/form-schema.ts'
import { AppError } from '../errors.server.ts'
import { type CheckedFilter, conditionSchema, filterSchema } from './filter.server.ts'

export type ListQuery = {
  page: number
  limit: number
  order: { field: string; direction: 'asc' | 'desc' }[]
  /** `first`, `last`, or a cursor from another page. It replaces `page`. */
  cursor: string | undefined
  /** With a cursor: the number of rows to skip. */
  skip: number
  /** `auto`: exact up to 10,000 rows, above it an estimate. `none`: rows without a total. */
  count: 'auto' | 'exact' | 'none'
  quickSearch: string
  filter: CheckedFilter | undefined
  /** Trees only: return the visible part of the tree, with the children of the rows in `open`. */
  tree: boolean
  open: number[] | undefined
}

const order = v.pipe(
  v.string(),
  v.regex(/^\w+,(asc|desc)$/i),
  v.transform((value) => {
    const [field = '', direction] = value.split(',')
    return { field, direction: direction?.toLowerCase() === 'desc' ? ('desc' as const) : ('asc' as const) }
  }),
)

// The flat shorthand. Further conditions have the numbers after 0.
const { operator, dynamic } = conditionSchema.entries
const flat = {
  field: v.optional(v.string()),
  operator,
  val: v.optional(v.string()),
  dynamic: v.optional(dynamic.wrapped),
}

/** Maximum number of rows that one request skips, because the database has to read each of them. */
const MAX_SKIP = 10_000

const schema = v.strictObject(
  {
    page: v.optional(integer(1, 1_000_000), 1),
    limit: v.optional(integer(1, 200), 10),
    order: v.optional(v.pipe(v.array(order), v.maxLength(5)), []),
    cursor: v.optional(v.pipe(v.string(), v.maxLength(10_000))),
    skip: v.optional(integer(0, MAX_SKIP), 0),
    count: v.optional(v.picklist(['auto', 'exact', 'none']), 'auto'),
    quickSearch: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
    filter: v.optional(v.pipe(v.string(), v.maxLength(10_000), v.parseJson(), filterSchema)),
    search: v.optional(v.array(conditionSchema)),
    tree: v.optional(
      v.pipe(
        v.picklist(['0', '1']),
        v.transform((value) => value === '1'),
      ),
      '0',
    ),
    open: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^(\d{1,15}(,\d{1,15}){0,499})?$/),
        v.transform((value) => (value === '' ? [] : value.split(',').map(Number))),
      ),
    ),
    // A random value that distinguishes identical requests of several components, so that they do not cancel each
    // other.
    uuid: v.optional(v.string()),
  },
  (issue) => (issue.expected === 'never' ? m.error_queryField({ field: String(issue.path?.[0]?.key) }) : m.rule_type()),
)

/** The parameters of a list operation, for its OpenAPI description. `search` appears as its flat parameters. */
export function listParameters(tree: boolean) {
  const { search, tree: treeFlag, open, ...plain } = schema.entries
  return {
    ...plain,
    'search[0][field]': flat.field,
    'search[0][operator]': flat.operator,
    'search[0][val]': flat.val,
    'search[0][dynamic]': flat.dynamic,
    ...(tree ? { tree: treeFlag, open } : {}),
  }
}

/**
 * Reads the query of a list request. An unknown parameter or a wrong value is an error: without the dropped filter, the
 * list would show rows that the user did not search for.
 * @throws AppError 400
 */
export function parseListQuery(params: URLSearchParams): ListQuery {
  const raw: Record<string, unknown> = {}
  const search: Record<string, Record<string, unknown>> = {}
  for (const key of new Set(params.keys())) {
    const nested = /^search\[(\d+)\]\[(\w+)\](\[\])?$/.exec(key)
    const values = params.getAll(key)
    if (nested?.[1] && nested[2]) {
      search[nested[1]] = { ...search[nested[1]], [nested[2]]: nested[3] ? values : values[0] }
    } else if (key === 'order') raw.order = values
    else raw[key] = values[0]
  }
  if (Object.keys(search).length > 0) raw.search = Object.values(search)
  const result = v.safeParse(schema, raw, { message: () => m.rule_type() })
  if (!result.success) throw new AppError(400, undefined, { errors: fieldErrors(result.issues) })
  const { search: shorthand = [], filter, ...query } = result.output
  const parts = [...(filter ? [filter] : []), ...shorthand]
  return { ...query, open: query.open, cursor: query.cursor, filter: parts.length > 1 ? { and: parts } : parts[0] }
}
