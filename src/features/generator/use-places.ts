import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { DesignSource } from './generator.queries.ts'

/** Ways from the start of the generator: to the designer, and to a screen. The object stays the same. */
export function usePlaces() {
  const router = useRouter()
  return useMemo(
    () => ({
      /** @param source what the design begins with; undefined: with nothing */
      design: (source: DesignSource | { file: string } | undefined) =>
        void router.navigate({ to: '/admin/crud/crud/designer', search: { ...source } }),
      screen: (path: string) => void router.navigate({ to: path }),
    }),
    [router],
  )
}
