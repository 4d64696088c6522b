import { Hono } from 'hono'
import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { fieldErrors } from '#src/resource/form-schema.ts'
import { signedIn } from '#src/server/access/guards.server.ts'
import { readJson } from '#src/server/body.server.ts'
import { clearCaches } from '#src/server/cache/cache-signal.server.ts'
import { type ApiEnv, actorOf } from '#src/server/context.server.ts'
import { ok } from '#src/server/envelope.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'

/**
 * The request body. `all` means the caches of server and browser; the server clears its own, and the browser clears its
 * own.
 */
export const clearCacheBody = v.strictObject({
  type: v.picklist(['server', 'all'], () => m.cache_typeUnknown()),
})

/** Clears the caches of all processes. Super admins only, because rebuilding the caches slows every user down. */
export const cacheApi = new Hono<ApiEnv>().post('/clearCache', signedIn('admin'), async (c) => {
  if (!actorOf(c).super) throw new AppError(403)
  const body = v.safeParse(clearCacheBody, await readJson(c))
  if (!body.success) throw invalid(fieldErrors(body.issues))
  await clearCaches(c.get('deps').db)
  return c.json(ok(null, m.success_cacheCleared()))
})
