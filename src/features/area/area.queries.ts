import { queryOptions } from '@tanstack/react-query'
import type { CascadeLevel } from '#src/crud/fields/cascade-field.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { getAreas } from './area.functions.ts'

/** Divisions do not change while somebody works. */
export const areasBelow = (parent: string) =>
  queryOptions({
    queryKey: ['area', parent],
    queryFn: () => getAreas({ data: { parent } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The levels of a division's code. */
export const areaLevels = (): CascadeLevel[] => [
  { label: m.area_province(), length: 2 },
  { label: m.area_city(), length: 4 },
  { label: m.area_county(), length: 6 },
]
