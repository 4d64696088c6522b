import { readFile, writeFile } from 'node:fs/promises'
import { send } from './measure.ts'

export type Headers = Readonly<Record<string, string>>
/** Where the calls of a bench go, and as whom. */
export type Line = { url: string; headers: Headers }

type View = {
  data: { id: number; sheet: number; header: number; columns: { field: string | null }[]; keys: { proposed: string[] } }
}

/** Starts a job by a call of the back office, and waits for its end. @returns the id of its change set */
export async function runJob({ url, headers }: Line, path: string, body: object): Promise<number> {
  const json = { ...headers, 'content-type': 'application/json' }
  const begun = JSON.parse(
    await send({ url: `${url}/adminApi/${path}`, method: 'POST', headers: json, body: JSON.stringify(body) }),
  )
  for (;;) {
    const { data } = JSON.parse(await send({ url: `${url}/adminApi/job/info?id=${begun.data.job}`, headers }))
    if (data.state === 'done') return data.result.changeSetId
    if (data.state === 'failed') throw new Error(data.message)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Imports a file with the plan that the product proposes. @returns the id of the change set */
export async function bringFile(
  line: Line,
  { resource, name, content, mode = 'both' }: { resource: string; name: string; content: Buffer; mode?: string },
): Promise<number> {
  const upload = await fetch(`${line.url}/adminApi/${resource}/import?name=${name}`, {
    method: 'POST',
    headers: { ...line.headers, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(content),
  })
  const { data: view }: View = await upload.json()
  const { id, sheet, header, columns, keys } = view
  const plan = { sheet, header, mapping: columns.map(({ field }) => field), keys: keys.proposed, mode }
  return runJob(line, `${resource}/importRun`, { id, plan, acceptWarnings: true })
}

/** Runs the work on `count` rows, and prints its time and the peak of the product's memory during it. */
export async function withPeak<T>(pid: number, name: string, count: number, work: () => Promise<T>): Promise<T> {
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  const started = performance.now()
  const result = await work()
  const seconds = (performance.now() - started) / 1000
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const peak = Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024)
  console.log(`${name}: ${seconds.toFixed(1)} s, ${(count / seconds).toFixed(0)} a second, ${peak} MB`)
  return result
}
