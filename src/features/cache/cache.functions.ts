import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { clearServerCaches } from '#src/backend/clear-caches.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'

/** Clears the caches of all server processes. Returns the server's message. */
export const clearServerCache = createServerFn({ method: 'POST' })
  .validator(v.object({ type: v.picklist(['server', 'all']) }))
  .handler(async ({ data }) => clearServerCaches(await requireSession('admin'), data.type))
