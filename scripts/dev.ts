import { Server } from 'node:http'
import { createServer } from 'vite'
import { limit } from './lib/listen.ts'
import { main, root, say } from './lib/main.ts'
import { addresses, addressOf, checkPort } from './lib/port.ts'
import { prepare } from './lib/prepare.ts'
import { announce } from './lib/running.ts'
import { onShutdown } from './lib/shutdown.ts'

process.env.NODE_ENV ??= 'development'

await main(async (env) => {
  await checkPort(env.HOST, env.PORT)
  const stops: (() => Promise<void>)[] = []
  onShutdown(async () => {
    for (const stop of stops.reverse()) await stop()
  })
  const { database, signIns } = await prepare(
    env,
    async () => (await import('#src/features/prepare.server.ts')).prepareDatabase,
  )
  stops.push(database.stop)
  try {
    const vite = await createServer({
      root,
      configFile: `${root}/app.config.ts`,
      server: { host: addresses(env.HOST)[0], port: env.PORT, strictPort: true },
    })
    stops.push(() => vite.close())
    if (vite.httpServer instanceof Server) limit(vite.httpServer)
    await vite.listen()
    for (const line of signIns) say(line)
    const url = addressOf(env.HOST, env.PORT)
    stops.push(await announce(env.DATA_DIR, url))
    say(`Yardstick is ready, with hot reload: ${url}`)
  } catch (error) {
    await database.stop()
    throw error
  }
})
