import { useEffect } from 'react'
import { today, workingDayOf } from './working-time.ts'

/** Starts the user's working day with the first back office page that the user opens on that day. */
export function useWorkingDay(userId: number, timeZone: string): void {
  useEffect(() => {
    const store = workingDayOf(userId)
    const before = store.read()
    const day = today(before, Date.now(), timeZone)
    if (day !== before) store.write(day)
  }, [userId, timeZone])
}
