import type { Field } from './description.ts'

/** Whether the values of a field are clock times as they are stored, which no time zone moves. */
export function isZoneless(field: Pick<Field, 'type'>): boolean {
  return 'zoneless' in field && field.zoneless === true
}

/** The time zone in which people see and type the values of a field. Clock times are those of their value in UTC. */
export function zoneOf(field: Pick<Field, 'type'>, timeZone: string): string {
  return isZoneless(field) ? 'UTC' : timeZone
}
