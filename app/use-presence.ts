import type { KnownPerson } from '#src/features/auth/known-person.ts'
import { useKnownPerson } from '#src/features/auth/use-known-person.ts'
import { useWorkingDay } from '#src/features/dashboard/use-working-day.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { hasUnsaved } from '#src/layout/unsaved.ts'
import type { Side } from '#src/lib/side.ts'
import { toaster } from '#src/ui/toast.tsx'

/** Keeps the windows of a browser with the same person: when another one signs in, or this one out, they begin anew. */
export function usePresence(side: Side, person: KnownPerson): void {
  useKnownPerson(side, person, (other) => {
    // What is typed here is not to be lost; whoever sends it off is told by the form what became of the session.
    if (!hasUnsaved()) window.location.reload()
    else if (other) toaster.info(m.session_otherPerson({ name: other.nickname || other.username }))
    else toaster.info(m.session_endedElsewhere())
  })
}

/** The same for the back office, where the working day begins as well. */
export function useAdminPresence(person: KnownPerson, timeZone: string): void {
  usePresence('admin', person)
  useWorkingDay(person.userId, timeZone)
}
