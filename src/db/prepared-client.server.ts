import { isStatement, PatientClient, type Statement } from './patient-client.server.ts'
import { MOST_NAMES, StatementNames } from './statement-names.server.ts'
import { asTexts, TextQuery } from './text-query.server.ts'

const names = new StatementNames()

/**
 * A connection that prepares a statement from its second use on. The database then plans it once and not every time.
 * Planning costs more than running where many tables are joined for few rows, as in each token check.
 */
export class PreparingClient extends PatientClient {
  /** Removes the prepared statements when there are too many. Call it while the connection is idle. */
  tidy(): void {
    // Seam: the driver's list of what it has prepared on this connection is not in its types.
    const { parsedStatements } = this.connection as unknown as { parsedStatements: Record<string, string> }
    if (Object.keys(parsedStatements).length <= MOST_NAMES + 100) return
    for (const name of Object.keys(parsedStatements)) delete parsedStatements[name]
    const gone: Promise<unknown> = this.query('deallocate all')
    gone.catch(() => this.giveUp())
  }

  protected override async run(given: unknown[]): Promise<unknown> {
    const [config, ...rest] = given
    if (!isStatement(config)) return super.run(given)
    const name = this.work.prepare && !config.anew ? names.nameOf(config.text) : undefined
    if (!name) return super.run([queryOf(config, undefined), ...rest])
    const inTransaction = this.getTransactionStatus() !== 'I'
    try {
      return await super.run([queryOf(config, name), ...rest])
    } catch (error) {
      if (!isStalePlan(error)) throw error
      // Another release has changed a table. The statement has not run, so it may be sent once more.
      names.renew()
      if (inTransaction) throw error
      return super.run([queryOf(config, undefined), ...rest])
    }
  }
}

/**
 * What the driver sends. A name that a query brings is dropped: it would be prepared where nothing may be, and never
 * anew.
 */
function queryOf(config: Statement, name: string | undefined): unknown {
  const { text, values } = config
  return config.types === asTexts ? new TextQuery({ text, name, values }) : Object.assign({}, config, { name })
}

/**
 * The refusals of a prepared statement whose table has changed, by code and place: "cached plan must not change result
 * type", and a value of the type that the column had before.
 */
const stale: ReadonlyMap<unknown, string> = new Map([
  ['0A000', 'RevalidateCachedQuery'],
  ['42804', 'transformAssignedExpr'],
])

/**
 * Whether the server refused a prepared statement because a table has changed. The codes mean more than that, and the
 * text depends on the server's language.
 */
export function isStalePlan(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && stale.has(one.code) && 'routine' in one) return one.routine === stale.get(one.code)
  }
  return false
}
