import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { endpoint } from '../endpoint/endpoint.server.ts'
import { clearCaches } from './cache-signal.server.ts'

/** Clears the caches of all processes. Super admins only, because rebuilding the caches slows every user down. */
export const clearCacheCall = endpoint({
  method: 'post',
  path: '/admin/ajax/clearCache',
  tag: 'site',
  summary: m.call_clearCache,
  security: 'admin',
  super: true,
  // `all` means the caches of server and browser; the server clears its own, and the browser clears its own.
  body: v.strictObject({ type: v.picklist(['server', 'all'], () => m.cache_typeUnknown()) }),
  answer: v.null(),
  run: async ({ db }) => {
    await clearCaches(db)
    return null
  },
  msg: () => m.success_cacheCleared(),
})
