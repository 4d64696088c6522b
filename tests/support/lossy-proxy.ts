import { createConnection, createServer, type Socket } from 'node:net'

/** A network between a program and its database that can lose packets. */
export interface LossyProxy {
  /** The connection string of the database through this proxy. */
  url: string
  /** Loses every packet from now on. Connections stay open and silent, also new ones. */
  lose(): void
  /** Passes packets again. Connections that were silent before stay silent, as behind a firewall that forgot them. */
  heal(): void
  close(): void
}

/** Starts a TCP proxy in front of a database. @param url its connection string; the server may listen on a socket */
export async function startLossyProxy(url: string): Promise<LossyProxy> {
  const target = new URL(url.replace('@/', '@localhost/'))
  const directory = target.searchParams.get('host')
  const port = Number(target.port || target.searchParams.get('port') || 5432)
  const open = new Set<Socket>()
  const live = new Set<() => void>()
  let losing = false
  const server = createServer((near) => {
    open.add(near)
    near.on('error', () => undefined).on('close', () => open.delete(near))
    if (losing) return void near.resume()
    const far = directory ? createConnection(`${directory}/.s.PGSQL.${port}`) : createConnection(port, target.hostname)
    let lost = false
    const lose = () => {
      lost = true
    }
    live.add(lose)
    open.add(far)
    far.on('error', () => undefined)
    near.on('data', (piece) => lost || far.write(piece))
    far.on('data', (piece) => lost || near.write(piece))
    near.on('close', () => lost || far.destroy())
    far.on('close', () => {
      open.delete(far)
      live.delete(lose)
      if (!lost) near.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The proxy has no port.')
  target.searchParams.delete('host')
  target.searchParams.delete('port')
  target.hostname = '127.0.0.1'
  target.port = String(address.port)
  return {
    url: target.href,
    lose() {
      losing = true
      for (const one of live) one()
      live.clear()
    },
    heal() {
      losing = false
    },
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
