import { readFile, writeFile } from 'node:fs/promises'
import { openDatabase } from '#src/db/client.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { createAccount } from '#src/features/auth/account.server.ts'
import { PROOF_HEADER } from '#src/lib/proof-way.ts'
import { proofFor } from '../tests/support/proofs.ts'
import { send } from './lib/measure.ts'
import { ownProduct } from './lib/own-product.ts'
import { password } from './lib/people.ts'

// `node bench/own-data.ts` measures the archives of members with more and more entries in the built product: seconds,
// MB of the archive, and the peak memory of the process in MB. The memory must not grow with the entries.

const SIZES = (process.env.ENTRIES ?? '200,20000,200000,1000000').split(',').map(Number)

const { product, database, end } = await ownProduct()
const db = openDatabase(database.url, 2)
try {
  // Nothing looks for reasons here, and its index takes most of the time of filling.
  await db.$client.query('drop index money_log_memo_idx')
  for (const entries of SIZES) {
    const username = `owner${entries}`
    const id = await write(db, systemAuthor, 'seed', (tx) =>
      createAccount(tx, { kind: 'user', username, password, nickname: username, orgId: null }),
    )
    await fill(id, entries)
    const headers = await signedIn(username)
    const asked = await send({ url: `${product.url}/api/user/data`, method: 'POST', headers, body: '{}' })
    const { key } = JSON.parse(asked).data
    // Resets the peak of the process.
    await writeFile(`/proc/${product.pid}/clear_refs`, '5')
    const started = performance.now()
    const answer = await fetch(`${product.url}/api/user/download?key=${encodeURIComponent(key)}`, { headers })
    if (!answer.ok || !answer.body) throw new Error(await answer.text())
    let bytes = 0
    for await (const chunk of answer.body) bytes += chunk.length
    const seconds = (performance.now() - started) / 1000
    const shown = [seconds.toFixed(1), (bytes / 1024 ** 2).toFixed(1), (await peak()).toFixed(0)]
    console.log(`${String(entries).padStart(9)} entries${shown.map((one) => one.padStart(9)).join('')}`)
  }
} finally {
  await db.$client.end()
  await end()
}
process.exit(0)

/** The peak memory of the product in MB. */
async function peak(): Promise<number> {
  const line = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${product.pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) / 1024
}

/** What a member sends who has signed in and has just proved who they are. */
async function signedIn(username: string): Promise<Record<string, string>> {
  const { access_token: token } = JSON.parse(
    await send({
      url: `${product.url}/auth/oauth/token?grant_type=password&scope=server`,
      method: 'POST',
      headers: { authorization: `Basic ${btoa('user:user')}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: `username=${username}&password=${password}`,
    }),
  )
  const given = await proofFor(db, token)
  return {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(given && { [PROOF_HEADER]: given.proof }),
  }
}

/** Enters as many entries at once, which the trigger would enter one by one. */
async function fill(id: number, entries: number): Promise<void> {
  const client = await db.$client.connect()
  await client.query(`begin; set local session_replication_role = replica; set local statement_timeout = 0`)
  await client.query(
    `insert into money_log (account_id, seq, amount, before, after, memo, create_by)
      select $1::bigint, n, 100, 100 * (n - 1), 100 * n, 'Prize of ' || md5(n::text), 1
      from generate_series(1, $2::int) n`,
    [id, entries],
  )
  await client.query('update member_balance set money = 100 * $2::bigint, money_seq = $2::int where account_id = $1', [
    id,
    entries,
  ])
  await client.query('commit; analyze money_log')
  client.release()
}
