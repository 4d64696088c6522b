import { m } from '#src/i18n/paraglide/messages.js'

/** The greeting for an hour of the day (0 to 23), with "welcome back". */
export function greeting(hour: number): string {
  if (hour < 5) return m.greeting_lateNight()
  if (hour < 9) return m.greeting_goodMorning()
  if (hour < 12) return m.greeting_morning()
  if (hour < 14) return m.greeting_noon()
  if (hour < 18) return m.greeting_afternoon()
  return m.greeting_evening()
}
