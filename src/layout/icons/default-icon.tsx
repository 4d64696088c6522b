import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { defaultChoices } from '../config/layout-config.ts'
import { useLayout } from '../config/layout-context.tsx'
import { DefaultIconContext } from '../menu/menu-icon.tsx'
import { iconQuery } from './icon.queries.ts'

/** The query of the icon for menu entries without one. It is disabled for the default icon, which needs no request. */
export const defaultIconQuery = (name: string) => ({
  ...iconQuery(name),
  enabled: name !== defaultChoices.menuDefaultIcon,
})

/** Provides the icon that the user chose for menu entries without one. */
export function DefaultIcon({ children }: { children: ReactNode }) {
  const query = defaultIconQuery(useLayout().menuDefaultIcon)
  const { data } = useQuery(query)
  return <DefaultIconContext value={(query.enabled && data) || null}>{children}</DefaultIconContext>
}
