import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Page } from '@playwright/test'

/**
 * Starts a proxy in front of the product. `cut` closes its connections, open streams included; `mend` opens it again.
 * The browser's own offline mode does not close open streams.
 */
export async function startLine(baseURL: string) {
  const { hostname, port } = new URL(baseURL)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  const own = typeof address === 'object' && address ? address.port : 0
  const cut = () => {
    if (server.listening) server.close()
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://localhost:${own}`,
    cut,
    async mend() {
      server.listen(own, 'localhost')
      await once(server, 'listening')
    },
  }
}

/** Delays every read of a page until the test releases them, as a slow connection does. Writes pass. */
export async function holdAnswers(page: Page) {
  let holding = true
  let letGo = () => {}
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/_serverFn/**', async (route) => {
    if (holding && route.request().method() === 'GET') await released
    await route.continue()
  })
  return {
    /** Lets new requests pass at once. Requests that were already held keep waiting. */
    holdNoMore: () => {
      holding = false
    },
    async release() {
      letGo()
      await page.unrouteAll({ behavior: 'wait' })
    },
  }
}
