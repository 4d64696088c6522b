import { m } from '#src/i18n/paraglide/messages.js'
import { shownName } from './module-limits.ts'

/** Says that something is wrong at a place of the manifest. */
export type Complain = (place: string, text: string) => void

/** A message about a place in `module.json`. */
export function placed(place: string, text: string): string {
  return m.module_at({ place: shownName(place), text })
}

/** Whether a name is the uid, or begins with it and the sign after it. */
export function isOwn(name: string, uid: string, sign: string): boolean {
  return name === uid || name.startsWith(`${uid}${sign}`)
}
