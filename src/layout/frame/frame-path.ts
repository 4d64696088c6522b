import type { Area } from '../menu/menu-routes.ts'
import { speltPath } from '../spelt-path.ts'

/** The path of an iframe menu's page. Both member areas, `user` and `center`, use /user. */
export function framePath(area: Area, url: string): string {
  return speltPath(`/${area === 'admin' ? 'admin' : 'user'}/iframe/${encodeURIComponent(url)}`)
}
