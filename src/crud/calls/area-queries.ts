import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { keptCode } from '#src/lib/line.ts'
import { randomId } from '#src/lib/random-id.ts'
import type { SelectOption } from '#src/lib/select-option.ts'
import type { CascadeLevel } from '../fields/cascade-select.tsx'

const generic = keptCode(() => import('#src/backend/generic-get.functions.ts'))

const answer = v.array(v.object({ value: v.string(), label: v.string() }))

/** Provinces (below ''), cities of a province or counties of a city. They do not change while a user works. */
export const areasBelow = (parent: string) =>
  queryOptions({
    queryKey: ['area', parent],
    queryFn: async ({ signal }): Promise<SelectOption[]> => {
      // Admin and public pages have separate endpoints. The random id keeps two controls from cancelling each other.
      const url = window.location.pathname.startsWith('/admin') ? '/admin/ajax/area' : '/api/ajax/area'
      const above = parent === '' ? {} : { [parent.length === 2 ? 'province' : 'city']: parent }
      const { genericGet } = await generic()
      return v.parse(answer, await genericGet({ data: { url, params: { ...above, uuid: randomId() } }, signal }))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The levels of an area code. `length` is the length of the code in characters. */
export const areaLevels = (): CascadeLevel[] => [
  { label: m.area_province(), length: 2 },
  { label: m.area_city(), length: 4 },
  { label: m.area_county(), length: 6 },
]
