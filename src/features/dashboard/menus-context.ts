import { createContext } from 'react'
import type { ShellMenu } from '#src/layout/menu/shell-menu.ts'

/** The menus of the user, for panels that name pages. */
export const MenusContext = createContext<readonly ShellMenu[]>([])
