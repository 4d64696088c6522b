import { posting } from '#src/crud/calls/endpoint-calls.ts'
import type { viewAsEndpoints } from './view-as.api.server.ts'

const begin = posting<typeof viewAsEndpoints.begin>('/adminApi/view-as/begin')
const end = posting<typeof viewAsEndpoints.end>('/adminApi/view-as/end')

// Everything on screen belongs to the account before, so the browser begins anew.

/** Shows the back office as another account. */
export async function beginView(accountId: number): Promise<void> {
  await begin({ accountId }, crypto.randomUUID())
  startAnew()
}

/** Shows the back office as oneself again. */
export async function endView(): Promise<void> {
  await end({}, crypto.randomUUID())
  startAnew()
}

/** Loads the first page of the back office. */
export function startAnew(): void {
  window.location.assign('/admin')
}
