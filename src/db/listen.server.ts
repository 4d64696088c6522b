import pg from 'pg'
import type { Logger } from 'pino'

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
  log: Logger
}

/** SQLSTATE of a database that does not exist. */
const NO_SUCH_DATABASE = '3D000'
const LONGEST_PAUSE_MS = 30_000

/**
 * Listens to a channel of the database (`pg_notify`) as long as the process runs. A lost connection is made again, with
 * growing pauses. When the database no longer exists, the attempts stop.
 */
export function listen({ url, channel, heard, log, ready, lost }: Listen): void {
  let failures = 0
  let connectedBefore = false

  const connect = async () => {
    const client = new pg.Client({ connectionString: url, keepAlive: true })
    let over = false
    const again = (error: unknown) => {
      if (over) return
      over = true
      lost?.()
      void client.end().catch(() => {})
      if (error instanceof Error && 'code' in error && error.code === NO_SUCH_DATABASE) return
      failures += 1
      if (failures === 2) log.warn({ channel, err: error }, 'nobody listens to the database, trying again')
      setTimeout(connect, Math.min(100 * 2 ** failures, LONGEST_PAUSE_MS)).unref()
    }
    client.on('error', again)
    client.on('end', () => again(undefined))
    client.on('notification', ({ payload = '' }) => heard(payload))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      failures = 0
      if (connectedBefore) heard(undefined)
      connectedBefore = true
      ready?.()
    } catch (error) {
      again(error)
    }
  }
  void connect()
}
