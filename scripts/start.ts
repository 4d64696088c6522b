import { existsSync } from 'node:fs'
import { FastResponse, type ServerHandler } from 'srvx'
import type { prepareDatabase } from '#src/features/prepare.server.ts'
import { compress } from './lib/compress.ts'
import { listen } from './lib/listen.ts'
import { main, root, ScriptError, say } from './lib/main.ts'
import { addressOf, checkPort } from './lib/port.ts'
import { prepare } from './lib/prepare.ts'
import { announce } from './lib/running.ts'
import { onShutdown } from './lib/shutdown.ts'
import { staticFiles } from './lib/static.ts'

process.env.NODE_ENV ??= 'production'

type Application = {
  fetch: ServerHandler
  refuse(request: Request): Promise<Response | undefined>
  prepare: typeof prepareDatabase
  start(): Promise<void>
  stop(): Promise<void>
}

const entry = `${root}/dist/server/server.js`

await main(async (env) => {
  if (!existsSync(entry)) throw new ScriptError('The application is not built yet: run npm start.')
  await checkPort(env.HOST, env.PORT)
  const stops: (() => Promise<void>)[] = []
  onShutdown(async () => {
    for (const stop of stops.reverse()) await stop()
  })
  const { database, signIns } = await prepare(env, async () => (await loadApplication()).prepare)
  stops.push(database.stop)
  try {
    const application = await loadApplication()
    await application.start()
    stops.push(application.stop)
    const server = await listen({
      fetch: application.fetch,
      middleware: [
        async (request, next) => (await application.refuse(request)) ?? next(),
        compress,
        staticFiles(`${root}/dist/client`),
      ],
      host: env.HOST,
      port: env.PORT,
      trustProxy: env.TRUST_PROXY,
    })
    stops.push(server.close)
    for (const line of signIns) say(line)
    const url = addressOf(env.HOST, server.port)
    stops.push(await announce(env.DATA_DIR, url))
    say(`Yardstick is ready: ${url}`)
  } catch (error) {
    await database.stop()
    throw error
  }
})

/**
 * Loads the built application, once. It reads its environment from process.env, which prepare() has set. Its responses
 * use srvx's Response class, so that text stays text until it is sent. Node's own class would convert it to a stream.
 */
async function loadApplication(): Promise<Application> {
  globalThis.Response = FastResponse
  const module: { default: Application } = await import(entry)
  return module.default
}
