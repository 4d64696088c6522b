import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

export type Call = { url: string; method?: string; headers?: Record<string, string>; body?: string; expect?: number }

/** Milliseconds, requests per second, and the server's memory afterwards in MB. */
export type Result = { name: string; p50: number; p99: number; rate: number; memory: number }

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

/** One request; the whole answer is read. @throws when the status is not the expected one (200) */
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

type Load = {
  name: string
  seconds: number
  callers: number
  pid: number
  work(caller: number, round: number): Promise<unknown>
}

/** Runs `work` from several callers at once for some seconds, after a warm-up of a fifth of that. */
export async function measure({ name, seconds, callers, pid, work }: Load): Promise<Result> {
  let round = 0
  const run = async (until: number, times: number[]) => {
    const loop = async (caller: number) => {
      while (performance.now() < until) {
        const started = performance.now()
        await work(caller, round++)
        times.push(performance.now() - started)
      }
    }
    await Promise.all(Array.from({ length: callers }, (_, caller) => loop(caller)))
  }
  await run(performance.now() + seconds * 200, [])
  const times: number[] = []
  const started = performance.now()
  await run(started + seconds * 1000, times)
  const elapsed = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { name, p50: at(0.5), p99: at(0.99), rate: times.length / elapsed, memory: memoryOf(pid) }
}

/** Resident memory of a process in MB; 0 where /proc does not say. */
export function memoryOf(pid: number): number {
  try {
    const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(line?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
