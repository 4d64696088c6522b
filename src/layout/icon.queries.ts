import { queryOptions } from '@tanstack/react-query'
import { defaultChoices } from './config/layout-config.ts'
import { getIcon } from './icon.functions.ts'

/** The drawing of one icon by its name; null when there is none. */
export const iconQuery = (name: string) =>
  queryOptions({
    queryKey: ['icon', name],
    queryFn: () => getIcon({ data: name }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The drawing of the icon for menus without one. The usual one is drawn by the shell itself. */
export const defaultIconQuery = (name: string) =>
  queryOptions({
    queryKey: ['icon', 'usual', name],
    queryFn: () => (name === defaultChoices.menuDefaultIcon ? null : getIcon({ data: name })),
    staleTime: Number.POSITIVE_INFINITY,
  })
