import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

export type Call = { url: string; method?: string; headers?: Record<string, string>; body?: string; expect?: number }

/** Milliseconds, requests per second, and the server's memory afterwards in MB. */
export type Result = { name: string; p50: number; p99: number; rate: number; memory: number }

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

/** Sends one request and reads the whole response. @throws when the status is not the expected one (200) */
export function send({ url, method = 'GET', headers = {}, body, expect = 200 }: Call): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        if (answer.statusCode === expect) resolve(text)
        else reject(new Error(`${method} ${url}: ${answer.statusCode} ${text.slice(0, 200)}`))
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Repeated work, its number of parallel callers, and the process that it measures. */
export type Load = {
  name: string
  seconds: number
  callers: number
  pid: number
  work(caller: number, round: number): Promise<unknown>
}

/** The number of turns of a measurement, so that loads measured together see the same state of the machine. */
const TURNS = 4

/** Runs several loads in turn, each for its `seconds` in total, after a warm-up of a fifth of that. */
export async function measure(...loads: readonly Load[]): Promise<Result[]> {
  const runs = loads.map((load) => ({ load, round: 0, times: [] as number[], elapsed: 0 }))
  for (const run of runs) await turn(run, run.load.seconds / 5, [])
  for (let count = 0; count < TURNS; count++) {
    for (const run of runs) run.elapsed += await turn(run, run.load.seconds / TURNS, run.times)
  }
  return runs.map(({ load, times, elapsed }) => {
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
    return { name: load.name, p50: at(0.5), p99: at(0.99), rate: times.length / elapsed, memory: memoryOf(load.pid) }
  })
}

/** Runs one turn of a load: its callers work until the time is over. @returns the seconds that it took */
async function turn(run: { load: Load; round: number }, seconds: number, times: number[]): Promise<number> {
  const begin = performance.now()
  const until = begin + seconds * 1000
  const loop = async (caller: number) => {
    while (performance.now() < until) {
      const started = performance.now()
      await run.load.work(caller, run.round++)
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: run.load.callers }, (_, caller) => loop(caller)))
  return (performance.now() - begin) / 1000
}

/** Resident memory of a process in MB; 0 when /proc does not provide it. */
export function memoryOf(pid: number): number {
  try {
    const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(line?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
