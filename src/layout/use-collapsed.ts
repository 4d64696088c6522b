import { useEffect, useState } from 'react'
import { readMenuCookie, writeMenuCookie } from './menu-cookie.ts'

/** Whether the side menu shows icons only, and how to change that for the next visits too. */
export function useCollapsed(initial?: boolean): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(initial ?? false)
  useEffect(() => {
    if (initial === undefined) setCollapsed(readMenuCookie(document.cookie))
  }, [initial])
  const choose = (next: boolean) => {
    writeMenuCookie(next)
    setCollapsed(next)
  }
  return [collapsed, choose]
}
