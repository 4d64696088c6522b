import { queryOptions } from '@tanstack/react-query'
import { keptCode } from '#src/lib/line.ts'

const functions = keptCode(() => import('./legal.functions.ts'))

/** A version of the terms of use or of the privacy policy; without a number the current one. */
export const legalQuery = (kind: 'terms' | 'privacy', version: number | undefined) =>
  queryOptions({
    queryKey: ['legal', kind, version ?? 0],
    queryFn: async () =>
      (await functions()).getLegal({ data: { kind, ...(version === undefined ? {} : { version }) } }),
  })
