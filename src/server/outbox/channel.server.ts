import type { Db } from '#src/db/client.server.ts'
import type { Outgoing } from '../outgoing/outgoing-types.ts'
import type { Composed } from './compose.server.ts'

/** What a channel sends with. */
export type Sender = {
  db: Db
  secret: string
  /** The directory for messages that are written to files. */
  folder: string
  ask: Outgoing
}

/** A message that is due, opened. */
export type Letter = Composed & { recipient: string; messageId: string; time: Date }

/**
 * What came of an attempt. `sentence`: for people, in the language of the call. `answer`: the other server's own words.
 */
export type Delivery = { result: 'sent' | 'again' | 'final'; answer: string; sentence: () => string }
