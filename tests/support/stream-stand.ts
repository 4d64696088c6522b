import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Plugin } from 'vite'

/** What a test tells the stand to do with the runs of its name. */
export type StandOrder =
  /** Adds messages to a run. Their numbers go on from the last one. */
  | { act: 'send'; uuid: string; messages: string[] }
  /** Sends text as it is, to all who listen. */
  | { act: 'raw'; uuid: string; text: string }
  /** Breaks the connections of a run. */
  | { act: 'drop'; uuid: string }
  /** Answers every new request with this status; 200 again with the stream. */
  | { act: 'answer'; status: number }

/** A request for a stream. */
export type StandRequest = { uuid: string; command: string; extend: string; query: number; header: number }

type Run = { messages: string[]; open: Set<ServerResponse> }
type Stand = { runs: Map<string, Run>; requests: StandRequest[]; status: number }

/** The stand has its paths below this one. The name of a test follows, so that tests do not meet. */
const STAND = '/stream-stand/'

/** A server of event streams for tests in a browser: real connections, which a test can break and refuse. */
export function streamStand(): Plugin {
  const stands = new Map<string, Stand>()
  return {
    name: 'stream-stand',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', 'http://localhost')
        if (!url.pathname.startsWith(STAND)) return next()
        const stand = stands.get(url.pathname) ?? { runs: new Map(), requests: [], status: 200 }
        stands.set(url.pathname, stand)
        if (request.method === 'POST') void obey(stand, request, response)
        else if (url.searchParams.has('uuid')) answer(stand, url.searchParams, request, response)
        else response.end(JSON.stringify(stand.requests))
      })
    },
  }
}

function runOf({ runs }: Stand, uuid: string): Run {
  const run = runs.get(uuid) ?? { messages: [], open: new Set() }
  runs.set(uuid, run)
  return run
}

function answer(stand: Stand, search: URLSearchParams, request: IncomingMessage, response: ServerResponse) {
  const of = (name: string) => search.get(name) ?? ''
  const uuid = of('uuid')
  const header = Number(request.headers['last-event-id'] ?? 0)
  const query = Number(of('lastEventId'))
  stand.requests.push({ uuid, command: of('command'), extend: of('extend'), query, header })
  if (stand.status !== 200) return void response.writeHead(stand.status).end()
  const run = runOf(stand, uuid)
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write('retry: 20\n\n')
  write(response, uuid, run.messages, header || query)
  run.open.add(response)
  response.on('close', () => run.open.delete(response))
}

function write(response: ServerResponse, uuid: string, messages: readonly string[], after: number) {
  const later = messages.slice(after)
  const events = later.map((data, index) => `id: ${after + index + 1}\ndata: ${JSON.stringify({ uuid, data })}\n\n`)
  if (events.length > 0) response.write(events.join(''))
}

async function obey(stand: Stand, request: IncomingMessage, response: ServerResponse) {
  // Seam: `standOf` of the tests sends the orders.
  const order: StandOrder = JSON.parse(await text(request))
  if (order.act === 'answer') stand.status = order.status
  else {
    const run = runOf(stand, order.uuid)
    const before = run.messages.length
    if (order.act === 'send') run.messages.push(...order.messages)
    for (const open of run.open) {
      if (order.act === 'drop') open.destroy()
      else if (order.act === 'raw') open.write(order.text)
      else write(open, order.uuid, run.messages, before)
    }
  }
  response.end()
}
