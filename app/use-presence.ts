import type { KnownPerson } from '#src/features/auth/known-person.ts'
import { useKnownPerson } from '#src/features/auth/use-known-person.ts'
import { useWorkingDay } from '#src/features/dashboard/use-working-day.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { hasUnsaved } from '#src/layout/unsaved.ts'
import type { Side } from '#src/lib/side.ts'
import { toaster } from '#src/ui/toast.tsx'

/** Keeps all windows of a browser with one user. They reload when another user signs in, or this user signs out. */
export function usePresence(side: Side, person: KnownPerson): void {
  useKnownPerson(side, person, (other) => {
    // With unsaved input the page does not reload. On submit, the form shows what happened to the session.
    if (!hasUnsaved()) window.location.reload()
    else if (other) toaster.info(m.session_otherPerson({ name: other.nickname || other.username }))
    else toaster.info(m.session_endedElsewhere())
  })
}

/** The same for the back office. It also starts the user's working day. */
export function useAdminPresence(person: KnownPerson, timeZone: string): void {
  usePresence('admin', person)
  useWorkingDay(person.userId, timeZone)
}
