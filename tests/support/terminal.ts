import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { onTestFinished, vi } from 'vitest'
import { randomId } from '#src/lib/random-id.ts'
import { type Caller, startApi } from './api.ts'

/** A message of a task's stream, or an event of another name. */
export type Heard = { id: number; data: string; event: string }

const said = v.object({ uuid: v.string(), data: v.optional(v.string(), '') })

type Api = Pick<Awaited<ReturnType<typeof startApi>>['api'], 'request'>
type Task = { uuid?: string; command: string; extend?: string; lastEventId?: number }

/** Starts the API with its background work, and a directory of its own for the terminal. */
export async function startTerminal() {
  const data = mkdtempSync(join(tmpdir(), 'yardstick-terminal-'))
  vi.stubEnv('DATA_DIR', data)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(data, { recursive: true, force: true })
  })
  const started = await startApi()
  const call = await started.signIn()
  await started.jobs.start()
  return { ...started, call, data, dir: join(data, 'terminal') }
}

/** The request of a task's stream. */
export function askStream(api: Api, call: Caller, task: Task, headers: Record<string, string> = {}): Promise<Response> {
  const { uuid = randomId(), command, extend = '', lastEventId } = task
  const query = new URLSearchParams({
    command,
    uuid,
    extend,
    ...(lastEventId === undefined ? {} : { lastEventId: String(lastEventId) }),
  })
  return Promise.resolve(
    api.request(`/admin/Terminal/index?${query}`, {
      headers: {
        authorization: `Bearer ${call.tokens.access_token}`,
        'accept-language': 'en',
        ...(call.proof ? { 'x-proof': call.proof } : {}),
        ...headers,
      },
    }),
  )
}

/** Opens a task's stream. `next` reads on until something is heard; `rest` reads to the end; `leave` breaks it off. */
export async function openTask(api: Api, call: Caller, task: Task, headers?: Record<string, string>) {
  const response = await askStream(api, call, task, headers)
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error('no stream')
  const heard: Heard[] = []
  let text = ''
  let ended = false
  const read = async () => {
    const { done, value = '' } = await reader.read()
    ended = done
    const parts = (text + value).split('\n\n')
    text = parts.pop() ?? ''
    heard.push(...parts.flatMap((part) => heardIn(part) ?? []))
  }
  return {
    heard,
    next: async (fits: (one: Heard) => boolean) => {
      while (!ended && !heard.some(fits)) await read()
      const found = heard.find(fits)
      if (!found) throw new Error(`not heard: ${JSON.stringify(heard.slice(-5))}`)
      return found
    },
    rest: async () => {
      while (!ended) await read()
      return heard
    },
    leave: () => reader.cancel(),
  }
}

function heardIn(part: string): Heard | undefined {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1]
  const data = field('data')
  if (data === undefined) return undefined
  return {
    id: Number(field('id') ?? 0),
    event: field('event') ?? 'message',
    data: v.parse(said, JSON.parse(data)).data,
  }
}

/** The texts of the messages. */
export const textsOf = (heard: readonly Heard[]) => heard.map(({ data }) => data)
