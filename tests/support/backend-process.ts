import { serve } from 'srvx'
import { createSession, findSession } from '#src/backend/browser-session.server.ts'
import { callApi } from '#src/backend/client.server.ts'
import { passwordGrant } from '#src/backend/grant.server.ts'
import { jobKinds, mounts } from '#src/features/mount.server.ts'
import { handInFeatures, runtime } from '#src/server/runtime.server.ts'
import { createHttp } from '#src/web/http.server.ts'

// One application process for a test: the whole HTTP side, with pages that do the work of server functions. It ends
// with its parent process.

handInFeatures({ mounts, jobKinds })

const pages = async (request: Request): Promise<Response> => {
  const { pathname, searchParams } = new URL(request.url)
  const { db } = runtime()
  if (pathname === '/sign-in') {
    const [username = '', password = ''] = [searchParams.get('username') ?? '', searchParams.get('password') ?? '']
    const tokens = await passwordGrant('admin', { username, password, keep: false })
    return new Response(await createSession(db, 'admin', tokens, 3600))
  }
  const session = await findSession(db, 'admin', request.headers.get('x-session') ?? '')
  if (!session) return new Response('signed out', { status: 401 })
  try {
    const { data } = await callApi(session, { method: 'GET', path: '/adminApi/user/info' })
    return Response.json(data)
  } catch (error) {
    return new Response(String(error), { status: 500 })
  }
}

const server = serve({ fetch: createHttp(pages, true), port: 0, hostname: '127.0.0.1', silent: true })
await server.ready()
process.stdout.write(`ready ${server.url}\n`)
process.stdin.resume().on('end', () => process.exit(0))
