import * as v from 'valibot'

/** The token object of the contract; `expires_in` is in seconds. */
export type TokenSet = { token: string; refresh_token: string; expires_in: number; token_type: string }

/** The token type when the response names none. The contract spells it this way. */
const DEFAULT_TOKEN_TYPE = 'bear'

const oauthAnswer = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty()),
  refresh_token: v.optional(v.string()),
  expires_in: v.optional(v.number(), 0),
  token_type: v.optional(v.string(), DEFAULT_TOKEN_TYPE),
})

const typedAnswer = v.object({
  data: v.object({ type: v.picklist(['admin-refresh', 'user-refresh']), token: v.pipe(v.string(), v.nonEmpty()) }),
})

/**
 * Reads both forms of a token response: the OAuth fields, or `data.type` with `data.token`, which contains only a new
 * access token.
 * @param before the earlier tokens; they supply the values that the response omits
 * @returns undefined when the response contains no tokens
 */
export function readTokenAnswer(answer: unknown, before?: TokenSet): TokenSet | undefined {
  const oauth = v.safeParse(oauthAnswer, answer)
  if (oauth.success) {
    const { access_token, refresh_token, expires_in, token_type } = oauth.output
    return { token: access_token, refresh_token: refresh_token ?? before?.refresh_token ?? '', expires_in, token_type }
  }
  const typed = v.safeParse(typedAnswer, answer)
  if (!typed.success || !before) return undefined
  return { ...before, token: typed.output.data.token }
}
