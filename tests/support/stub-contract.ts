import { serveHttp } from './serve.ts'

export type Seen = { method: string; url: string; path: string; headers: Headers; body: string; gone: AbortSignal }

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | Response
type Script = (seen: Seen, index: number) => Answer | Promise<Answer>

/** Starts a back end over real HTTP. It answers by a script and records every request. */
export async function stubContract(script: Script) {
  const seen: Seen[] = []
  const url = await serveHttp(async (request) => {
    const { pathname, search } = new URL(request.url)
    const one = {
      method: request.method,
      url: pathname + search,
      path: pathname,
      headers: new Headers(request.headers),
      body: await request.text(),
      gone: request.signal,
    }
    seen.push(one)
    const answer = await script(one, seen.length - 1)
    if (answer instanceof Response) return answer
    const { status = 200, body, headers } = answer
    if (typeof body === 'string') return new Response(body, { status, headers })
    return Response.json(body ?? null, { status, headers })
  })
  return { url, seen }
}

export const ok = (data: unknown, msg = '') => ({ body: { code: 200, msg, data, time: 1 } })
export const expired = { status: 401, body: { code: 401, msg: 'expired', data: null, time: 1 } }
export const isToken = ({ path }: Seen) => path === '/auth/oauth/token'
