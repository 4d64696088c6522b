import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { callApi } from '#src/backend/client.server.ts'
import { readSession } from '#src/backend/cookie.server.ts'
import type { Icon } from '#src/lib/icon.ts'
import { iconOf } from './icon.server.ts'

/** Returns the drawing of an icon by its name. Null when there is none. Those of modules are in the database. */
export const getIcon = createServerFn()
  .validator(v.pipe(v.string(), v.maxLength(100)))
  .handler(async ({ data: name }): Promise<Icon | null> => {
    if (!name.startsWith('module-')) return iconOf(name)
    const session = await readSession('admin')
    if (!session) return null
    const query = new URLSearchParams({ name })
    // Seam: the response follows the API's contract.
    return (await callApi(session, { method: 'GET', path: '/adminApi/module/icon', query })).data as Icon | null
  })
