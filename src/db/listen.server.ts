import type { Logger } from 'pino'
import { PatientClient, workOf } from './patient-client.server.ts'
import { type WorkLimits, workLimits } from './work-limits.server.ts'

type Listen = {
  /** A direct connection: through a transaction pooler no notifications arrive. */
  url: string
  channel: string
  /** Called with every payload, and with undefined after a reconnect: notifications may have been missed then. */
  heard(word: string | undefined): void
  /**
   * `ready` is called when the channel is being listened to, also after a reconnect. `lost` is called when the
   * connection is lost or cannot be made.
   */
  ready?(): void
  lost?(): void
  /** Milliseconds between two heartbeats. A connection that no longer answers is replaced. */
  beat?: number
  limits?: WorkLimits
  log: Logger
}

const BEAT_MS = 10_000
const LONGEST_PAUSE_MS = 30_000

/**
 * Listens to a channel of the database (`pg_notify`) as long as the process runs. A lost connection is made again, with
 * growing pauses, also while the database does not exist: a restore removes it for a moment.
 */
export function listen({
  url,
  channel,
  heard,
  log,
  ready,
  lost,
  beat = BEAT_MS,
  limits = workLimits.vital,
}: Listen): void {
  let failures = 0
  let connectedBefore = false

  const connect = async () => {
    const client = new PatientClient({ connectionString: url, work: workOf({ limits }) })
    let over = false
    let heart: NodeJS.Timeout | undefined
    const again = (error: unknown) => {
      if (over) return
      over = true
      clearTimeout(heart)
      lost?.()
      client.giveUp()
      failures += 1
      if (failures === 2) log.warn({ channel, err: error }, 'nobody listens to the database, trying again')
      setTimeout(connect, Math.min(100 * 2 ** failures, LONGEST_PAUSE_MS)).unref()
    }
    // A silent network ends a connection without telling either side.
    const plan = () => {
      heart = setTimeout(() => ask().then(plan, again), beat).unref()
    }
    const ask = async () => void (await client.query('select 1'))
    client.on('error', again)
    client.on('end', () => again(undefined))
    client.on('notification', ({ payload = '' }) => heard(payload))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      if (over) return
      failures = 0
      if (connectedBefore) heard(undefined)
      connectedBefore = true
      ready?.()
      plan()
    } catch (error) {
      again(error)
    }
  }
  void connect()
}
