import type { Area } from '../menu-routes.ts'
import { speltPath } from '../spelt-path.ts'

/** Where a menu of type iframe leads: members of both addresses have theirs under /user (specification 2). */
export function framePath(area: Area, url: string): string {
  return speltPath(`/${area === 'admin' ? 'admin' : 'user'}/iframe/${encodeURIComponent(url)}`)
}
