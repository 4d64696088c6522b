import { Rounds } from '../rounds.server.ts'
import { isSealDue, sealLog } from './seal-log.server.ts'
import { type SealSender, sendSeals } from './send-seal.server.ts'

/** Milliseconds between two looks at the log. */
const LOOK_MS = 30_000

/** Seals the admin log while the product runs, and sends the newest seal outside. Several processes take turns. */
export class LogKeeper extends Rounds {
  readonly #sender: SealSender

  constructor(sender: SealSender & { log: ConstructorParameters<typeof Rounds>[0]['log'] }) {
    super({ log: sender.log, lookMs: LOOK_MS, trouble: 'the admin log was not looked after' })
    this.#sender = sender
  }

  protected async work(): Promise<boolean> {
    if (await isSealDue(this.#sender.db)) await sealLog(this.#sender.db)
    await sendSeals(this.#sender)
    return false
  }
}
