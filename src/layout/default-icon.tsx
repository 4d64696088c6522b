import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { defaultChoices } from './config/layout-config.ts'
import { useLayout } from './config/layout-context.tsx'
import { iconQuery } from './icon.queries.ts'
import { DefaultIconContext } from './menu-icon.tsx'

/** What draws the icon for menus without one; the shell draws the usual one by itself, and asks for nothing. */
export const defaultIconQuery = (name: string) => ({
  ...iconQuery(name),
  enabled: name !== defaultChoices.menuDefaultIcon,
})

/** Makes the icon known that was chosen for menus without one. */
export function DefaultIcon({ children }: { children: ReactNode }) {
  const query = defaultIconQuery(useLayout().menuDefaultIcon)
  const { data } = useQuery(query)
  return <DefaultIconContext value={(query.enabled && data) || null}>{children}</DefaultIconContext>
}
