/** Whether a row already has a value. Points in time are equal when they are the same instant. */
export function sameStored(stored: unknown, value: unknown): boolean {
  if (stored === value || JSON.stringify(stored) === JSON.stringify(value)) return true
  if (typeof stored === 'boolean') return Number(stored) === value
  const isInstant = typeof stored === 'string' && /^\d{4}-\d\d-\d\dT/.test(stored) && typeof value === 'string'
  return isInstant && Date.parse(stored) === Date.parse(value)
}
