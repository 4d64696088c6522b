import type { Json } from '#src/lib/json.ts'
import type { LogEvent } from '#src/lib/log-event.ts'
import type { Side } from '#src/lib/side.ts'

/** A row of the admin log as it is written. The names are those of the columns. */
export type LogRow = {
  /** Milliseconds since the event. */
  age: number
  event: LogEvent
  side: Side | null
  account_id: number | null
  /** Empty for the name of the account. */
  username: string
  seen_id: number | null
  seen_name: string
  node: string
  title: string
  title_en: string
  method: string
  path: string
  query: Json
  body: Json
  code: number
  message: string
  duration: number
  address: string
  agent: string
  request_id: string
  /** The change set that the call has if it has changed something. */
  change_set_id: number | null
  times: number
}
