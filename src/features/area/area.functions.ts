import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { callApi } from '#src/backend/client.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'
import type { SelectOption } from '#src/lib/select-option.ts'

const answer = v.array(v.object({ value: v.string(), label: v.string() }))

/** Provinces below nothing, the cities of a province, the counties of a city. */
export const getAreas = createServerFn()
  .validator(v.object({ parent: v.pipe(v.string(), v.regex(/^(\d{2}|\d{4})?$/)) }))
  .handler(async ({ data: { parent } }): Promise<SelectOption[]> => {
    const session = await requireSession('admin')
    const query = new URLSearchParams(parent ? { [parent.length === 2 ? 'province' : 'city']: parent } : {})
    return v.parse(answer, (await callApi(session, { method: 'GET', path: '/admin/ajax/area', query })).data)
  })
