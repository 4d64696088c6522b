import { useEffect } from 'react'
import { today, workingDayOf } from './working-time.ts'

/** Begins a person's working day with the first page of the back office that they see that day. */
export function useWorkingDay(userId: number, timeZone: string): void {
  useEffect(() => {
    const store = workingDayOf(userId)
    const before = store.read()
    const day = today(before, Date.now(), timeZone)
    if (day !== before) store.write(day)
  }, [userId, timeZone])
}
