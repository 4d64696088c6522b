import { expect } from 'vitest'
import type { Node } from '#src/resource/registry.ts'
import type { Counts } from '#src/server/import/classify.server.ts'
import type { ImportView } from '#src/server/import/view.server.ts'
import type { JobView } from '#src/server/jobs/job-view.server.ts'
import { startApi, type TestApi } from './api.ts'

/** The nodes that an officer needs to list organizations and to import them from files. */
export const importNodes = [
  'baseInfo/organization/index',
  'baseInfo/organization/add',
  'baseInfo/organization/edit',
] as const satisfies readonly Node[]

type Caller = Awaited<ReturnType<TestApi['signIn']>>
export type Plan = {
  sheet?: number
  header: number
  mapping: (string | null)[]
  keys: string[]
  mode?: 'both' | 'add' | 'update'
  blank?: 'keep' | 'clear'
}

/** Starts the API with its background work, together with helpers that import files. */
export async function startImports() {
  const api = await startApi()
  await api.jobs.start()
  const call = await api.signIn()
  return { ...api, call, ...importer(api, call) }
}

export function importer(api: TestApi, call: Caller, resource = 'organization') {
  const send = async (content: string | Buffer, name = 'rows.csv') => {
    const response = await api.api.request(`/adminApi/${resource}/import?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${call.tokens.access_token}`,
        'accept-language': 'en',
        'content-type': 'application/octet-stream',
      },
      body: new Uint8Array(Buffer.from(content)),
    })
    return { status: response.status, ...((await response.json()) as { code: number; msg: string; data: ImportView }) }
  }
  /** Makes the plan that the import proposes for a file. */
  const planOf = (view: ImportView): Plan => ({
    sheet: view.sheet,
    header: view.header,
    mapping: view.columns.map((column) => column.field),
    keys: view.keys.proposed,
    mode: view.mode,
  })
  const until = async (jobId: number): Promise<JobView> => {
    const read = async () => (await call('GET', `/adminApi/job/info?id=${jobId}`)).data as JobView
    await expect.poll(async () => (await read()).state, { interval: 50 }).toMatch(/done|failed|cancelled/)
    return read()
  }
  const begin = async (action: 'importCheck' | 'importRun' | 'importUndo', body: object) => {
    const answer = await call('POST', `/adminApi/${resource}/${action}`, body)
    if (answer.code !== 200) throw new Error(`${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`)
    return until((answer.data as { job: number }).job)
  }
  const check = (id: number, plan: Plan) => begin('importCheck', { id, plan })
  /** `agreed`: what the user agreed to, and the columns and keys that the user set by hand (`chosen`). */
  const run = (id: number, plan: Plan, skipRefused = false, agreed: object = {}) =>
    begin('importRun', { id, plan, skipRefused, acceptWarnings: true, ...agreed })
  /** Sends and imports a file with the proposed plan. @throws Error when the file is refused */
  const bring = async (
    content: string | Buffer,
    change: Partial<Plan> & { name?: string; skipRefused?: boolean } = {},
  ) => {
    const { name, skipRefused, ...rest } = change
    const sent = await send(content, name)
    if (sent.code !== 200) throw new Error(sent.msg)
    const plan = { ...planOf(sent.data), ...rest }
    return { view: sent.data, plan, job: await run(sent.data.id, plan, skipRefused) }
  }
  const rows = async (id: number, action: keyof Counts) =>
    (await call('GET', `/adminApi/${resource}/importRows?id=${id}&action=${action}`)).data as {
      list: {
        row: number
        title: string
        errors: { field: string; label: string; text: string; shown: string }[]
        changes: { field: string; label: string; before: string; after: string }[]
      }[]
    }
  /** Downloads the file with its errors marked, or its refused rows. */
  const fetchFile = async (id: number, wanted: 'all' | 'refused' = 'all', language = 'en') => {
    const headers = { authorization: `Bearer ${call.tokens.access_token}`, 'accept-language': language }
    const response = await api.api.request(`/adminApi/${resource}/download/${id}?rows=${wanted}`, { headers })
    return { response, content: Buffer.from(await response.arrayBuffer()) }
  }
  return { send, planOf, until, begin, check, run, bring, rows, fetchFile }
}
