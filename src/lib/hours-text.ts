import { m } from '#src/i18n/paraglide/messages.js'
import type { DayRange, SignInHours } from './sign-in-hours.ts'

/** What ranges of days are called. */
export const dayLabels: Record<DayRange, () => string> = {
  all: m.days_all,
  workdays: m.days_workdays,
  weekend: m.days_weekend,
  mon: m.days_mon,
  tue: m.days_tue,
  wed: m.days_wed,
  thu: m.days_thu,
  fri: m.days_fri,
  sat: m.days_sat,
  sun: m.days_sun,
}

/** Hours in words: `Monday to Friday 08:00–18:00, Saturday 08:00–12:00`. */
export function hoursText(hours: readonly SignInHours[]): string {
  return hours
    .map(({ days, from, until }) => `${dayLabels[days]()} ${from.slice(0, 5)}–${until.slice(0, 5)}`)
    .join(m.crud_listSeparator())
}
