import * as v from 'valibot'

/** The grant of a second factor, after the answer `mfa_required`, or of a passkey in place of a password. */
export const FACTOR_GRANT = 'urn:yardstick:oauth:grant-type:factor'

const grantTypes = ['password', 'refresh_token', FACTOR_GRANT] as const

/** The parameters of each grant, in addition to `grant_type` and `scope`. */
const grants = {
  password: v.object({
    username: v.pipe(v.string(), v.nonEmpty()),
    password: v.pipe(v.string(), v.nonEmpty()),
    keep: v.optional(v.string()),
    captcha_id: v.optional(v.string()),
    captcha_info: v.optional(v.string()),
  }),
  refresh_token: v.object({ refresh_token: v.pipe(v.string(), v.nonEmpty()) }),
  // The second step of a sign-in, or with a passkey alone the only one.
  [FACTOR_GRANT]: v.object({
    mfa_token: v.optional(v.string()),
    way: v.picklist(['totp', 'recovery', 'passkey']),
    code: v.optional(v.string()),
    origin: v.optional(v.string()),
    response: v.optional(v.string()),
    keep: v.optional(v.string()),
  }),
}

/** The parameters of the address, for the document. */
export const tokenQuery = {
  grant_type: v.optional(v.picklist(grantTypes)),
  scope: v.optional(v.string()),
}

/** The form of a token request. It contains the fields of all grants, all optional. */
export const tokenForm = v.object({
  ...v.partial(grants.password).entries,
  ...v.partial(grants.refresh_token).entries,
  ...v.partial(grants[FACTOR_GRANT]).entries,
  grant_type: v.optional(v.picklist(grantTypes)),
  scope: v.optional(v.string()),
  client_id: v.optional(v.string()),
  client_secret: v.optional(v.string()),
})

type Grant =
  | ({ grant: 'password' } & v.InferOutput<typeof grants.password>)
  | ({ grant: 'refresh_token' } & v.InferOutput<typeof grants.refresh_token>)
  | ({ grant: typeof FACTOR_GRANT } & v.InferOutput<(typeof grants)[typeof FACTOR_GRANT]>)
  | { grant: 'unreadable' | 'missing' | 'unsupported' }

/** What a token request asks for, or what is wrong with it. */
export function grantOf(query: URLSearchParams, form: URLSearchParams): Grant {
  const params = parameters(query, form)
  const grant = params?.grant_type
  if (!params) return { grant: 'unreadable' }
  if (!grant) return { grant: 'missing' }
  if (grant === 'password') {
    const read = v.safeParse(grants.password, params)
    return read.success ? { grant, ...read.output } : { grant: 'unreadable' }
  }
  if (grant === FACTOR_GRANT) {
    const read = v.safeParse(grants[FACTOR_GRANT], params)
    return read.success ? { grant, ...read.output } : { grant: 'unreadable' }
  }
  if (grant !== 'refresh_token') return { grant: 'unsupported' }
  const read = v.safeParse(grants.refresh_token, params)
  return read.success ? { grant, ...read.output } : { grant: 'unreadable' }
}

/** Parameters that stand in the form only, because addresses are logged on their way. */
const FORM_ONLY = [
  ...Object.keys(grants.password.entries),
  ...Object.keys(grants.refresh_token.entries),
  'mfa_token',
  'client_secret',
]
/** The same of a second factor. In the address of other grants, clients of pig send a `code` of another kind. */
const FACTOR_ONLY = Object.keys(grants[FACTOR_GRANT].entries)

/**
 * The form, with `grant_type` and `scope` also from the query. Returns undefined when one of them differs, when a
 * parameter occurs twice with different values, or when another parameter of the form stands in the query.
 */
function parameters(query: URLSearchParams, form: URLSearchParams): Record<string, string> | undefined {
  const merged: Record<string, string> = {}
  const factor = [query, form].some((one) => one.get('grant_type') === FACTOR_GRANT)
  if ([...FORM_ONLY, ...(factor ? FACTOR_ONLY : [])].some((name) => query.has(name))) return undefined
  for (const [key, value] of [...query, ...form]) {
    if (merged[key] !== undefined && merged[key] !== value) return undefined
    merged[key] = value
  }
  return merged
}
