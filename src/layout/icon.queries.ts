import { queryOptions } from '@tanstack/react-query'
import { defaultChoices } from './config/layout-config.ts'
import { getIcon } from './icon.functions.ts'

/** The drawing of the icon for menus without one. The usual one is drawn by the shell itself. */
export const defaultIconQuery = (name: string) =>
  queryOptions({
    queryKey: ['icon', name],
    queryFn: () => (name === defaultChoices.menuDefaultIcon ? null : getIcon({ data: name })),
    staleTime: Number.POSITIVE_INFINITY,
  })
