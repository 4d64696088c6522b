import { parseArgs } from 'node:util'
import { openDatabase as openPool } from '#src/db/client.server.ts'
import { workLimits } from '#src/db/work-limits.server.ts'
import type { BrokenLink } from '#src/server/admin-log/log-faults.ts'
import { verifyLog } from '#src/server/admin-log/verify-log.server.ts'
import { openDatabase } from './lib/database.ts'
import { main, ScriptError, say } from './lib/main.ts'
import { knowSiteSecret } from './lib/secrets.ts'

// `npm run audit:verify` compares the admin log with its seals; `-- --seal 12:<hash>` also with a seal that was sent
// outside. It ends with 1 when something differs.

const faults: Readonly<Record<BrokenLink['fault'], string>> = {
  changed: 'a row was changed',
  missing: 'rows are missing',
  added: 'rows were added',
  end: 'the newest seals are missing',
  forged: 'rows were not written by the product: they were added by hand',
  late: 'the time of rows lies before an earlier seal: they were added by hand, or while the clock was set back',
  seal: 'the seal itself was changed, or was not made by the product',
  link: 'the chain is broken: a seal is missing, or follows another one',
  outside: 'the seal that is known outside is not in the chain: newer seals were removed or rewritten',
}

await main(async (env) => {
  const { values } = parseArgs({ options: { seal: { type: 'string' } } })
  const [, number, hash] = /^(\d+)[: ]([\da-f]{64})$/i.exec(values.seal ?? '') ?? []
  if (values.seal !== undefined && (number === undefined || hash === undefined))
    throw new ScriptError('A seal is its number and its hash: --seal 12:<64 characters>')
  await knowSiteSecret(env)
  const database = await openDatabase({ env, log: say, share: true })
  const db = openPool(database.directUrl, 1, { limits: workLimits.job })
  try {
    const known = number !== undefined && hash !== undefined ? { number: Number(number), hash } : undefined
    const { seals, rows, otherKey, open, since, broken } = await verifyLog(db, known)
    if (broken) throw new ScriptError(sentence(broken))
    say(`The admin log is intact: ${seals} seals and ${rows} rows are as they were sealed.`)
    if (otherKey > 0)
      say(
        `The signatures of the first ${otherKey} seals are of another SESSION_SECRET, or of an earlier release. Only a seal that is kept outside shows that nobody has made them anew: --seal.`,
      )
    say(open === 0 ? 'Every row is sealed.' : `${open} rows are not sealed yet, the oldest from ${since}.`)
  } finally {
    await db.$client.end()
    await database.stop()
  }
})

function sentence({ fault, number, from, to, sealed, found, rows }: BrokenLink): string {
  return [
    `The admin log differs from its seals. ${number === null ? 'Rows outside of the seals' : `Seal ${number}`}: ${faults[fault]}.`,
    from === null ? '' : `Period: ${from} to ${to}.`,
    fault === 'outside' || fault === 'end' ? '' : `Sealed rows: ${sealed}, present rows: ${found}.`,
    rows.length === 0 ? '' : `Rows concerned: ${rows.join(', ')}.`,
  ]
    .filter(Boolean)
    .join('\n')
}
