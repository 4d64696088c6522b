import * as v from 'valibot'

/** The specification's token object; `expires_in` in seconds. */
export type TokenSet = { token: string; refresh_token: string; expires_in: number; token_type: string }

/** The type a token has when its answer names none (specification 4). */
export const DEFAULT_TOKEN_TYPE = 'bear'

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
 * Reads either answer of a token call (specification 7): the OAuth fields, or `data.type` with `data.token`, which
 * brings a new access token only.
 * @param before what the answer leaves out stays as it was
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
