import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLayout } from './config/layout-context.tsx'
import { defaultIconQuery } from './icon.queries.ts'
import { DefaultIconContext } from './menu-icon.tsx'

/** Makes the icon known that was chosen for menus without one. */
export function DefaultIcon({ children }: { children: ReactNode }) {
  const { data } = useQuery(defaultIconQuery(useLayout().menuDefaultIcon))
  return <DefaultIconContext value={data ?? null}>{children}</DefaultIconContext>
}
