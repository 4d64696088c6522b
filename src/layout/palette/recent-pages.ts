import { useEffect } from 'react'
import * as v from 'valibot'
import { type LocalStore, localStore } from '#src/lib/local-store.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'
import { type ShellMenu, trailTo } from '../menu/shell-menu.ts'

/** Most pages that are stored per user. */
const MOST = 6

const paths = v.array(v.string())
const kept = new Map<number, LocalStore<string[]>>()

/** The store of the paths that a user visited last in this browser, the newest first. */
export function recentPagesOf(userId: number): LocalStore<string[]> {
  const known = kept.get(userId)
  if (known) return known
  const key = `${storageKeys.recentPages}:${userId}` as const
  const made = localStore<string[]>({ key, version: 1, schema: paths, fallback: [] })
  kept.set(userId, made)
  return made
}

/** Stores the current page as recent, if a menu leads to it. */
export function useRecentPages(userId: number, menus: readonly ShellMenu[], currentPath: string): void {
  const path = trailTo(menus, currentPath).at(-1)?.path
  useEffect(() => {
    if (path === undefined) return
    const store = recentPagesOf(userId)
    const before = store.read()
    if (before[0] !== path) store.write([path, ...before.filter((one) => one !== path)].slice(0, MOST))
  }, [userId, path])
}
