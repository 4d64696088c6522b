import { readFile } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#src/db/client.server.ts'
import { job } from '#src/db/job.table.server.ts'
import { terminalRun } from '#src/db/terminal.table.server.ts'
import { OutputWriter } from '#src/features/terminal/output-writer.server.ts'
import { beginRun, endRun } from '#src/features/terminal/run-store.server.ts'
import { randomId } from '#src/lib/random-id.ts'
import { send } from './lib/measure.ts'
import { ownProduct } from './lib/own-product.ts'
import { password } from './lib/people.ts'

// `node bench/terminal.ts` measures the stream of a command that writes many lines: another process writes the output,
// the built product sends it to some windows. It prints how late lines come (milliseconds), and the share of a
// processor that the product needs for it.

const RATE = Number(process.env.RATE ?? 2_000)
const SECONDS = Number(process.env.SECONDS ?? 20)
const WINDOWS = Number(process.env.WINDOWS ?? 2)
const TICK_MS = 50

const { product, database, end } = await ownProduct()
const db = openDatabase(database.url, 4)
try {
  const uuid = randomId()
  const [carrier] = await db
    .insert(job)
    .values({ kind: 'terminal', input: {}, ownerId: 1, locale: 'en', state: 'running' })
    .returning({ id: job.id })
  await db.execute(sql`update job set heartbeat_time = now() + interval '1 hour'`)
  const values = { uuid, command: 'lint', ownerId: 1, jobId: carrier?.id }
  const [run] = await db.insert(terminalRun).values(values).returning({ id: terminalRun.id })
  const runId = run?.id ?? 0
  await beginRun(db, runId)
  const headers = await signedIn()
  const late: number[] = []
  const windows = Array.from({ length: WINDOWS }, () => listen(uuid, headers, late))
  const before = await processorSeconds()
  await writeLines(runId)
  await endRun(db, runId, { state: 'success', exitCode: 0 })
  const counts = await Promise.all(windows)
  const used = (await processorSeconds()) - before
  late.sort((one, other) => one - other)
  const at = (part: number) => late[Math.floor((late.length - 1) * part)]?.toFixed(0) ?? '-'
  console.log(`${RATE} lines a second for ${SECONDS} s, ${WINDOWS} windows; lines in each: ${counts.join(', ')}`)
  console.log(`late by ${at(0.5)} ms (half), ${at(0.99)} ms (99 %), ${at(1)} ms (the latest)`)
  console.log(`the product used ${((used / SECONDS) * 100).toFixed(0)} % of a processor`)
} finally {
  await db.$client.end()
  await end()
}
process.exit(0)

/** Writes lines with the time at which each was written, as the process of a command would. */
async function writeLines(runId: number): Promise<void> {
  const stream = new PassThrough()
  const writer = new OutputWriter({ db, runId, hide: (line) => line, stop: () => undefined })
  writer.follow(stream)
  const began = Date.now()
  for (let written = 0; written < RATE * SECONDS; await sleep(TICK_MS)) {
    const due = Math.min(RATE * SECONDS, Math.floor(((Date.now() - began) / 1000) * RATE))
    const lines = Array.from({ length: due - written }, () => `${Date.now()} \x1b[32m✓\x1b[0m some line of a test\n`)
    stream.write(lines.join(''))
    written = due
  }
  stream.end()
  await sleep(TICK_MS)
  await writer.end()
}

/** Reads the stream as a window does. @returns the number of lines */
async function listen(uuid: string, headers: Record<string, string>, late: number[]): Promise<number> {
  const answer = await fetch(`${product.url}/admin/Terminal/index?command=lint&uuid=${uuid}`, { headers })
  if (!answer.ok || !answer.body) throw new Error(await answer.text())
  let lines = 0
  let rest = ''
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + chunk).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const time = /"data":"(\d{13}) /.exec(part)?.[1]
      if (time === undefined) continue
      lines += 1
      late.push(Date.now() - Number(time))
    }
  }
  return lines
}

async function signedIn(): Promise<Record<string, string>> {
  const { access_token: token } = JSON.parse(
    await send({
      url: `${product.url}/auth/oauth/token?grant_type=password&scope=server`,
      method: 'POST',
      headers: { authorization: `Basic ${btoa('admin:admin')}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: `username=admin&password=${password}`,
    }),
  )
  return { authorization: `Bearer ${token}` }
}

/** Seconds of a processor that the product has used. */
async function processorSeconds(): Promise<number> {
  const stat = await readFile(`/proc/${product.pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return ((user ?? 0) + (system ?? 0)) / 100
}
